// Our YAML against the package `yaml`: node yaml.mjs PATH-OF-yaml-convert [ROUNDS]
// What we write it must read to the same value, what it writes (in several styles) we must.

import { spawnSync } from "node:child_process";
import { isDeepStrictEqual } from "node:util";
import { parse, stringify } from "yaml";
import { any_value, random_source } from "./values.mjs";

const [program, rounds] = process.argv.slice(2);
let failures = 0;
let compared = 0;

function run(verb, lines) {
  const child = spawnSync(program, [verb], { input: lines.join("\n") + "\n", encoding: "utf8", maxBuffer: 1 << 28 });
  if (child.status !== 0) throw new Error(`${program} ${verb}: ${child.stderr}`);
  return child.stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
}

function compare(what, input, wanted, got) {
  ++compared;
  if (isDeepStrictEqual(wanted, got)) return;
  if (++failures <= 10) console.error(`${what}\n input: ${JSON.stringify(input)}\n wanted: ${JSON.stringify(wanted)}\n got:    ${JSON.stringify(got)}`);
}

const plain = (value) => JSON.parse(JSON.stringify(value));
const random = random_source(20261121);
// Our writer takes objects, as records are; a key that is "__proto__" never occurs.
const values = Array.from({ length: Number(rounds || 750) }, () => plain({ a: any_value(random, 4), b: any_value(random, 3) }));
run("encode-lines", values.map((value) => JSON.stringify(value))).forEach((ours, i) => {
  let read;
  try { read = plain(parse(ours.value, { uniqueKeys: true })); } catch (error) { read = error.message; }
  compare("written by us", ours.value ?? ours.error, values[i], read);
});
// yaml-cpp 0.7 reads YAML 1.2 with limits of its own: no flow collections over lines, no block scalars with odd indentation.
for (const options of [{}, { defaultStringType: "QUOTE_DOUBLE" }, { collectionStyle: "flow", lineWidth: 0 }]) {
  const texts = values.map((value) => stringify(value, { lineWidth: 0, aliasDuplicateObjects: false, ...options }));
  run("decode-lines", texts.map((text) => JSON.stringify(text))).forEach((ours, i) => compare(`written by yaml ${JSON.stringify(options)}`, texts[i], values[i], ours.value ?? ours.error));
}
console.log(`${compared} comparisons with yaml, ${failures} differences`);
process.exit(failures === 0 ? 0 : 1);
