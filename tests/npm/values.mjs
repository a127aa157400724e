// Seeded generators of values and of damaged texts, the same on every machine.

export function random_source(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), state | 1) + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

const texts = ["", "a", " a", "a ", "true", "null", "1", "-1", "+1", "01", "1e5", "1.", ".5", "0x1", "a:b", "a,b", "a|b",
  "a\tb", "\ta", "-", "- a", "-a", "#", "a#b", '"', "\\", "\\n", "[1]", "{", "}", "x y", "\n", "\r", "\u0001", "\u007f",
  "\u00a0", "é", "日本", "\u{1f600}", "[]", "1.0", "-0", "2026-01-02T03:04:05Z", "\ufeff", ".", "a-b", "1_000", "Infinity",
  "\u2028", "src/a.ts", "a\u0000b"];
// No key that is a whole number: JavaScript would move those to the front.
const keys = ["a", "b", "c.d", "_e", "f g", "", "-", "k:v", '"q"', "[0]", "é", "#", "a,b", "a|b", "A1", "1a", "x\ty", "\\"];
const numbers = [0, -0, 1, -1, 1.5, 0.1, 1e-6, 1e-7, 1.5e-7, 1e20, 1e21, 123456789012345680000, 1e300, 5e-324, 1 / 3, -2.5e-10,
  9007199254740991, 0.000001234, 1.7976931348623157e308, 100000, 1e15, 1e16];

export function any_value(random, depth) {
  const pick = (list) => list[random(list.length)];
  switch (random(depth > 0 ? 14 : 8)) {
    case 0: return null;
    case 1: return random(2) === 0;
    case 2: return random(2000) - 1000;
    case 3: return pick(numbers);
    case 4: return (random(1e9) - 5e8) / (1 + random(1000));
    case 5: case 6: case 7: return pick(texts);
    case 8: case 9: return Array.from({ length: random(4) }, () => any_value(random, depth - 1));
    case 10: case 11: {
      const names = [pick(keys), pick(keys), "g"];
      const rows = Array.from({ length: 1 + random(3) }, () => {
        const row = {};
        for (const name of random(3) ? names : [...names].reverse())
          row[name] = name === "g" && random(8) ? { u: any_value(random, 0), "v w": any_value(random, 0) }
            : any_value(random, random(9) ? 0 : 1);
        return row;
      });
      if (random(2)) return rows;
      return Object.fromEntries(rows.map((row, i) => [keys[(i * 5 + random(3)) % keys.length], row]));
    }
    default: {
      const object = {};
      for (let n = random(4); n > 0; --n) object[pick(keys)] = any_value(random, depth - 1);
      return object;
    }
  }
}

export function damage(random, text, alphabet) {
  const letters = [...text];
  for (let n = 1 + random(3); n > 0; --n) {
    const at = random(letters.length + 1);
    if (random(2)) letters.splice(at, 1 + random(2));
    else letters.splice(at, 0, alphabet[random(alphabet.length)]);
  }
  return letters.join("");
}
