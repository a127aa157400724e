// Our TOON against the reference implementation: node toon.mjs PATH-OF-toon-convert [ROUNDS]
// What we write it reads as the same value, what it writes we read as it does, and damaged texts must
// be refused by both or read alike by both.

import { spawnSync } from "node:child_process";
import { isDeepStrictEqual } from "node:util";
import { decode, encode } from "@toon-format/toon";
import { any_value, damage, random_source } from "./values.mjs";

const [program, rounds] = process.argv.slice(2);
let failures = 0;

function run(verb, lines, options) {
  const args = [verb];
  if (options.indentSize) args.push("--indent", String(options.indentSize));
  if (options.strict === false) args.push("--strict=false");
  const child = spawnSync(program, args, { input: lines.join("\n") + "\n", encoding: "utf8", maxBuffer: 1 << 28 });
  if (child.status !== 0) throw new Error(`${program} ${args.join(" ")}: ${child.stderr}`);
  return child.stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
}

function report(what, input, ours, theirs) {
  if (++failures <= 10) console.error(`${what}\n input: ${JSON.stringify(input)}\n ours:  ${JSON.stringify(ours)}\n theirs: ${JSON.stringify(theirs)}`);
}

const plain = (value) => JSON.parse(JSON.stringify(value));
const random = random_source(20261121);
let compared = 0;
for (const delimiter of [",", "\t", "|"])
  for (const indentSize of [2, 3]) {
    const values = Array.from({ length: Number(rounds || 750) }, () => plain(any_value(random, 4)));
    const texts = values.map((value) => encode(value, { delimiter, indentSize }));
    run("encode-lines", values.map((value) => JSON.stringify(value)), {}).forEach((ours, i) => {
      let theirs;
      try { theirs = plain(decode(ours.value)); } catch (error) { theirs = error.message; }
      if (!isDeepStrictEqual(theirs, values[i])) report("not understood", values[i], ours, theirs);
    });
    const damaged = texts.map((text) => damage(random, text, [..."[]{}:,|\"\\- \n#0a\t.e"]));
    for (const [inputs, strict] of [[texts, true], [damaged, true], [damaged, false]]) {
      run("decode-lines", inputs.map((text) => JSON.stringify(text)), { indentSize, strict }).forEach((ours, i) => {
        let theirs;
        try { theirs = { value: plain(decode(inputs[i], { indentSize, strict })) }; } catch (error) { theirs = { error: error.message }; }
        ++compared;
        const same = "error" in ours ? "error" in theirs : "value" in theirs && isDeepStrictEqual(ours.value, theirs.value);
        // The reference lets a column without a name stand twice (its check takes "" for no finding).
        const unnamed = "error" in ours && ours.error.includes("column '' stands twice");
        if (!same && !unnamed) report(`read differently (strict=${strict}, indent ${indentSize})`, inputs[i], ours, theirs);
      });
    }
    compared += values.length;
  }
console.log(`${compared} comparisons with @toon-format/toon, ${failures} differences`);
process.exit(failures === 0 ? 0 : 1);
