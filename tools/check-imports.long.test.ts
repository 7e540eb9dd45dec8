// Tests the import table: every kind of breach is provoked once, and clean files give none.
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {join} from "node:path";
import {test} from "node:test";
import {circlesOf, findBreaches, findTrustBreaches, readSources} from "./check-imports.ts";
import {MAY_IMPORT, ROWS} from "./import-table.ts";
import {codeOnly, findImports} from "./source-text.ts";

const HEADER = "// What this file is about.\n";

function breachesOf(path: string, body: string): string[] {
  return findBreaches([{path, text: HEADER + body}]);
}

test("imports that go down are allowed, also for types", () => {
  assert.deepEqual(breachesOf("src/api/data.ts", 'import type {Day} from "../statistics/day.ts";\n'), []);
  assert.deepEqual(
    breachesOf("src/api/data.ts", 'import {Refusal} from "../service/refusal.ts";\nimport {a} from "./a.ts";\n'),
    [],
  );
  assert.deepEqual(breachesOf("src/cli/serve.ts", 'import {run} from "../load/run.ts";\nimport "node:fs";\n'), []);
});

const REFUSED: readonly [name: string, path: string, body: string, says: RegExp][] = [
  ["up", "src/statistics/a.ts", 'import type {B} from "../store/b.ts";', /statistics must not import store/],
  ["sideways", "src/formats/a.ts", 'import {b} from "../store/b.ts";', /formats must not import store/],
  ["between folders of one row", "src/api/a.ts", 'import {b} from "../load/b.ts";', /api must not import load/],
  ["a type between doors", "src/load/a.ts", 'import type {B} from "../api/b.ts";', /load must not import api/],
  ["later, by a call", "src/load/a.ts", 'const b = await import("../api/b.ts");', /load must not import api/],
  ["a test", "src/load/a.ts", 'import {b} from "./b.test.ts";', /which is a test/],
  ["outside of src", "src/load/a.ts", 'import {b} from "../../tools/b.ts";', /outside of src/],
  ["without an ending", "src/load/a.ts", 'import {b} from "./b";', /has to end in \.ts/],
  ["an unknown folder", "src/utils/a.ts", 'import {b} from "../store/b.ts";', /no folder of the import table/],
  ["a package of another room", "src/api/a.ts", 'import pg from "pg";', /api must not import the package pg/],
  ["an unlisted package", "src/api/a.ts", 'import _ from "@scope/left/pad";', /@scope\/left is not in the table/],
  ["node:fs in a pure folder", "src/search/a.ts", 'import {readFileSync} from "node:fs";', /pure and must not/],
  ["all of node:crypto", "src/access/a.ts", 'import * as crypto from "node:crypto";', /pure and must not/],
  ["randomBytes", "src/access/a.ts", 'import {hash, randomBytes} from "node:crypto";', /randomBytes from node:crypto/],
  ["Date.now", "src/access/a.ts", "const a = Date.now();", /clock \(Date\.now\)/],
  ["new Date()", "src/access/a.ts", "const a = new Date();", /clock \(new Date/],
  ["performance", "src/access/a.ts", "const a = performance.now();", /performance/],
  ["Math.random", "src/access/a.ts", "const a = Math.random();", /Math\.random/],
  ["process", "src/access/a.ts", "const a = process.env;", /process/],
  ["fetch", "src/access/a.ts", 'const a = fetch("x");', /fetch/],
  ["console", "src/access/a.ts", `const a = \`\${console.log(1)}\`;`, /console/],
  ["a default export", "src/api/a.ts", "export default 1;", /no default exports/],
  ["a re-export", "src/api/a.ts", 'export {b} from "./b.ts";', /no re-exports/],
  ["a whole re-export", "src/api/a.ts", 'export * from "./b.ts";', /no re-exports/],
  ["an index", "src/api/index.ts", "export const a = 1;", /index\.ts/],
  ["a name in camel case", "src/api/someThing.ts", "export const a = 1;", /kebab-case/],
  ["an unknown ending", "src/api/a.kit.ts", "export const a = 1;", /those for tests end in \.suite\.ts/],
  ["a day of nothing", "src/load/a.ts", "const a = {publishedAt: day ?? 0};", /a missing day must stay missing/],
  ["a day of no text", "src/load/a.ts", "const a = parseDay(text) || 0;", /a missing day must stay missing/],
  [
    "a generator function of each request",
    "src/api/a.ts",
    "const b = (read, key) => read(function* (q) { yield key; });",
    /declare this generator function once/,
  ],
  ["301 lines", "src/api/a.ts", "\n".repeat(300), /301 lines/],
];

for (const [name, path, body, says] of REFUSED) {
  test(`refused: ${name}`, () => {
    const breaches = breachesOf(path, body);
    assert.equal(breaches.length, 1, breaches.join("\n"));
    assert.match(breaches[0] ?? "", says);
  });
}

test("no folder that serves answers may import the archived sources [load.archive-not-served]", () => {
  for (const room of ["api", "site"]) {
    const breaches = breachesOf(
      `src/${room}/a.ts`,
      'import {readSourceChunk} from "../store/releases/source-file.ts";',
    );
    assert.match(breaches.join(), /must not import src\/store\/releases\/source-file\.ts/);
  }
  assert.deepEqual(
    breachesOf("src/load/archive.ts", 'import {readSourceChunk} from "../store/releases/source-file.ts";'),
    [],
  );
  const sources = readSources(join(import.meta.dirname, ".."));
  assert.ok(sources.some(({path}) => path === "src/store/releases/source-file.ts"));
  assert.deepEqual(
    findBreaches(sources).filter((breach) => breach.includes("source-file")),
    [],
  );
});

test("a file of exactly 300 lines is allowed, one without a header is not", () => {
  assert.deepEqual(breachesOf("src/api/a.ts", "\n".repeat(299)), []);
  assert.match(findBreaches([{path: "src/api/a.ts", text: "export const a = 1;\n"}])[0] ?? "", /header comment/);
});

test("a folder of 20 files is allowed, one of 21 is not; tests and files for tests do not count", () => {
  const folder = (count: number) =>
    Array.from({length: count}, (_, nth) => ({path: `src/api/a${nth}.ts`, text: `${HEADER}export const a = 1;\n`}));
  const beside = {path: "src/api/a.test.ts", text: HEADER};
  assert.deepEqual(findBreaches([...folder(20), beside]), []);
  assert.match(findBreaches(folder(21)).join(), /^src\/api:1: 21 files/);
});

test("a function of 70 lines is allowed, one of 71 is not; for a factory its inner functions count", () => {
  const lines = (count: number): string => "  a();\n".repeat(count);
  assert.deepEqual(breachesOf("src/api/a.ts", `function a(): void {\n${lines(68)}}\n`), []);
  assert.match(breachesOf("src/api/a.ts", `function a(): void {\n${lines(69)}}\n`).join(), /a has 71 lines/);
  const inner = `  function b(): void {\n${lines(60)}  }\n  return {c() {\n${lines(60)}  }};\n`;
  assert.deepEqual(breachesOf("src/api/a.ts", `function createA() {\n${inner}}\n`), []);
});

test("letters and codes of a country are allowed only in its folder, its publishers' parsers and the site; elsewhere not even in comments", () => {
  for (const room of ["store", "api", "statistics", "load/described", "load/sources/tidy"]) {
    assert.match(breachesOf(`src/${room}/a.ts`, "// г. Москва\n").join(), /belongs to a country's own folder/, room);
    assert.match(breachesOf(`src/${room}/a.ts`, "// as `RU-00`\n").join(), /RU-/, room);
  }
  assert.deepEqual(breachesOf("src/store/a.ts", "// TRU-E\n"), []);
  assert.deepEqual(breachesOf("src/search/language/a.ts", "// слово\n"), []);
  assert.match(breachesOf("src/site/a.ts", "// RU-77\n").join(), /RU-/);
  assert.match(breachesOf("src/country/us/a.ts", "// RU-77\n").join(), /RU-/);
  assert.deepEqual(breachesOf("src/load/sources/cbr/a.ts", "// Банк, RU-00\n"), []);
  assert.deepEqual(breachesOf("src/api/a.ts", '    path: "/api/v1/data?geo=RU-77",\n'), []);
});

test("only parsers of its publishers import the folder of one country", () => {
  const line = 'import {a} from "../country/ru/a.ts";\n';
  assert.match(breachesOf("src/load/a.ts", line).join(), /may import src\/country\/ru\/a\.ts/);
  assert.deepEqual(breachesOf("src/load/a.ts", line.replace("ru/a", "countries")), []);
  assert.deepEqual(breachesOf("src/load/sources/cbr/a.ts", line.replace("../", "../../../")), []);
});

test("a folder imports folders of lower rows alone, and the documents show these rows", () => {
  const rowOf = (room: string): number => ROWS.findIndex((row) => row.includes(room));
  assert.deepEqual(ROWS.flat().sort(), Object.keys(MAY_IMPORT).sort());
  for (const [room, allowed] of Object.entries(MAY_IMPORT))
    for (const other of allowed) {
      const isBefore = rowOf(room) === 0 && ROWS[0]!.indexOf(other) < ROWS[0]!.indexOf(room);
      assert.ok(rowOf(other) < rowOf(room) || isBefore, `${room} may import ${other}`);
    }
  const root = join(import.meta.dirname, "..");
  const table = readFileSync(join(root, "CONTRIBUTING.md"), "utf8").matchAll(/^\| (\d) \| (`[^|]+`) \|/gm);
  const listed = Array.from(table, ({1: row, 2: names = ""}) => [Number(row), names.replaceAll("`", "").split(", ")]);
  assert.deepEqual(listed.reverse(), [...ROWS.entries()]);
  const drawn = readFileSync(join(root, "docs/architecture.md"), "utf8").matchAll(/^ {2}row (\d) (.*)$/gm);
  const rooms = Array.from(drawn, ({1: row, 2: line = ""}) => [
    Number(row),
    ROWS.flat().filter((room) => new RegExp(`(?<=^| {2}|, )${room}(?=[ ,:]|$)`).test(line)),
  ]);
  assert.deepEqual(
    rooms.reverse().map(([row, names]) => [row, (names as string[]).sort()]),
    ROWS.map((row, at) => [at, [...row].sort()]),
  );
});

test("a pure folder keeps no state between calls", () => {
  assert.match(breachesOf("src/search/a.ts", "let last = 0;\n").join(), /must not keep state \(last\)/);
  assert.match(breachesOf("src/formats/a.ts", "export let last = 0;\n").join(), /must not keep state/);
  assert.match(breachesOf("src/formats/a.ts", "let [first, last] = [0, 1];\n").join(), /\(\[first, last\]\)/);
  assert.match(breachesOf("src/access/a.ts", "var last: number;\n").join(), /must not keep state \(last\)/);
  assert.deepEqual(breachesOf("src/search/a.ts", "function f() {\n  let last = 0;\n}\n"), []);
  assert.match(breachesOf("src/store/a.ts", "let last = 0;\n").join(), /must not keep state \(last\)/);
});

test("a memory at the top of a module is refused in every folder, unless the table says what it has", () => {
  const memory = "const known = new WeakMap<object, string>();\n";
  assert.match(breachesOf("src/site/a.ts", memory).join(), /must not keep state \(known\): give it an owner/);
  assert.match(breachesOf("src/search/a.ts", memory).join(), /must not keep state \(known\)/);
  assert.deepEqual(breachesOf("src/fetch/sources/due.ts", memory), []);
  assert.match(breachesOf("src/fetch/sources/due.ts", "const a = 1;\n").join(), /take it out of MAY_REMEMBER/);
  for (const text of [
    "const known: Map<string, number> = new Map();",
    "const known = {last: 0};\nknown.last = 1;",
    "const known = {last: 0};\nknown.last++;",
    'const known: Readonly<Record<"a", (() => void)[]>> = {a: []};\nknown[name].push(go);',
    'const known = new Map([["a", [1]]]);\nknown.get(name)!.push(2);',
    'const known = ["a"];\nknown[0] ??= "b";',
    "const known = new Uint8Array(16);",
    "export const known = new Array<string | undefined>(LAST - FIRST);",
    "const known = Float64Array.of(1, 2);\nknown[at] = 3;",
    "const known = createBoundedCache<string>(1000);",
    "export const known: Scratch = createScratch();",
  ])
    assert.match(breachesOf("src/load/a.ts", `${text}\n`).join(), /must not keep state \(known\)/, text);
  assert.deepEqual(breachesOf("src/load/a.ts", "const NONE: Readonly<Columns> = createColumns(0);\n"), []);
  const read = "const KNOWN = {last: 0};\nif (KNOWN.last === 0 || KNOWN.last >= 1) f(KNOWN);\n";
  assert.deepEqual(breachesOf("src/load/a.ts", `${read}const LIST = ["b", "a"];\n[...LIST].sort();\n`), []);
  assert.deepEqual(breachesOf("src/site/a.ts", "const NONE: readonly string[] = [];\n"), []);
  const numbers = "const NONE = new Uint8Array(0);\nconst ZEROS: Readonly<Uint8Array> = new Uint8Array(9);\n";
  assert.deepEqual(breachesOf("src/load/a.ts", `${numbers}const TENS = Float64Array.of(1, 10);\n`), []);
});

test("a file that only tests import says so in its name; a worker and the modules of a page are no such files", () => {
  const beside = (text: string, path: string, by = "src/api/b.test.ts") =>
    findBreaches([
      {path, text: `${HEADER}export const a = 1;\n`},
      {path: by, text: HEADER + text},
    ]);
  const line = 'import {a} from "./a.ts";\n';
  assert.match(beside(line, "src/api/a.ts").join(), /^src\/api\/a\.ts:1: only tests import it/);
  assert.match(beside(line, "src/api/a.ts", "src/api/b.suite.ts").join(), /only tests import it/);
  assert.deepEqual(beside(line, "src/api/a.ts", "src/api/b.ts"), []);
  assert.deepEqual(beside(line.replace("a.ts", "a.fixture.ts"), "src/api/a.fixture.ts"), []);
  assert.deepEqual(beside('new Worker(new URL("./a.ts", import.meta.url));\n', "src/api/a.ts", "src/api/b.ts"), []);
  assert.deepEqual(beside('import "../site/client/a.ts";\n', "src/site/client/a.ts"), []);
});

test("a circular import is refused, even of types, and listed once", () => {
  const breaches = findBreaches([
    {path: "src/api/a.ts", text: `${HEADER}import type {B} from "./b.ts";\n`},
    {path: "src/api/b.ts", text: `${HEADER}import type {C} from "./c.ts";\n`},
    {path: "src/api/c.ts", text: `${HEADER}import type {A} from "./a.ts";\n`},
  ]);
  assert.equal(breaches.length, 1);
  assert.equal(circlesOf([{path: "bench/a.ts", text: 'import {a} from "./a.ts";'}]).length, 1);
  assert.match(breaches[0] ?? "", /a\.ts → src\/api\/b\.ts → src\/api\/c\.ts → src\/api\/a\.ts/);
});

test("tests may import anything, and pure folders may import functions that depend only on their arguments", () => {
  assert.deepEqual(breachesOf("src/statistics/a.test.ts", 'import {b} from "../store/b.ts";'), []);
  assert.deepEqual(
    breachesOf("src/statistics/a.ts", 'import {hash} from "node:crypto";\nimport {crc32} from "node:zlib";'),
    [],
  );
});

test("words in comments, texts and regular expressions are not code, and a date with an argument is not a clock", () => {
  const body = [
    "// Date.now() is the clock",
    "/* console.log */",
    'const a = "process.env";',
    "const b = /fetch(console.x)[/\"]/.test('Math.random');",
    `const c = \`new Date() \${a} console.log\`;`,
    "const d = new Date(5); const e = 4 / 2 / 1;",
  ].join("\n");
  assert.deepEqual(breachesOf("src/statistics/a.ts", body), []);
  assert.equal(codeOnly(body).length, body.length);
});

test("imports over several lines are found, and exports of declarations are not imports", () => {
  const found = findImports(
    'import {\n  a,\n  type b as c,\n} from "./x.ts";\nexport const z = "from";\nimport "./y.ts";\n',
  );
  assert.deepEqual(
    found.map(({specifier, names, line}) => ({specifier, names, line})),
    [
      {specifier: "./x.ts", names: ["a", "b"], line: 1},
      {specifier: "./y.ts", names: null, line: 6},
    ],
  );
});

test("trust may use the program and its tests, not the bench, and its files have the form of all others", () => {
  const found = (path: string, text: string) => findTrustBreaches([{path, text}]);
  assert.deepEqual(found("trust/a.ts", `${HEADER}import {b} from "../src/load/run.ts";\n`), []);
  assert.match(found("trust/a.ts", `${HEADER}import {b} from "../bench/run.ts";\n`)[0]!, /trust must not import bench/);
  assert.match(found("trust/a.ts", "export const a = 1;\n")[0]!, /header comment/);
  const root = join(import.meta.dirname, "..");
  assert.deepEqual(findTrustBreaches(readSources(root, "trust")), []);
});
