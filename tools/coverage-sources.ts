// `npm run coverage:sources`: of each publishers' file in ../shared/data the data cells, the values loaded and the cells refused.
//
// Data cells are counted by another program with other libraries (count-data-cells.py); a python3 with openpyxl and xlrd is named in
// PYTHON or found on the path. A cell that says why it has no value counts neither here nor there. Of each parser some values are drawn
// by a seed (60, or --drawn=N), and another reader of the files has to find their raw text where the parser says it stands and to come
// from it to the value (confirm-cells.py). With --write a whole run is kept as docs/coverage.md.
import {execFileSync, spawnSync} from "node:child_process";
import {existsSync, readdirSync, statSync, writeFileSync} from "node:fs";
import {join, relative} from "node:path";
import {listSamples} from "../src/cli/sample-set.ts";
import {createGather} from "../src/load/gather.ts";
import type {LoadHints, Origin} from "../src/load/source.ts";
import {collectSourceFiles} from "../src/load/source-files.ts";
import {findSource} from "../src/load/sources/sources.ts";
import {Refusal} from "../src/refusal.ts";
import {type CoverageSummary, coveragePage} from "./coverage-page.ts";

const SHARED = join(import.meta.dirname, "../../shared/data");
const OPTIONS = process.argv.slice(2).filter((word) => word.startsWith("--"));
const DRAWN_PER_PARSER = Number(OPTIONS.find((word) => word.startsWith("--drawn="))?.slice("--drawn=".length) ?? 60);
const SEED = 20_261_122;

interface Drawn {
  readonly rank: number;
  readonly path: string;
  readonly line: string;
}

/** By parser: the values with the smallest ranks. */
const drawn = new Map<string, Drawn[]>();
/** By parser: the rank that a value must stay below to be among them. */
const limits = new Map<string, number>();
let state = SEED;

/** A linear congruential step: the same draw every time. */
function nextRank(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state;
}

function draw(parser: string, path: string, value: number, origin: Origin | undefined): void {
  const rank = nextRank();
  if (origin === undefined || rank >= (limits.get(parser) ?? Infinity)) return;
  const kept = drawn.get(parser) ?? [];
  const {locator, raw, steps} = origin.explain();
  const {sheet, cell, line, column, element} = locator;
  const place = statSync(path).isDirectory() ? join(path, locator.file) : path;
  const words = {parser, path: place, sheet, cell, line, column, element, raw, value, steps};
  kept.push({rank, path: place, line: JSON.stringify(words)});
  drawn.set(parser, kept);
  if (kept.length >= DRAWN_PER_PARSER * 2) keepSmallest(parser, kept);
}

function keepSmallest(parser: string, kept: Drawn[]): void {
  kept.sort((a, b) => a.rank - b.rank);
  kept.length = Math.min(kept.length, DRAWN_PER_PARSER);
  if (kept.length === DRAWN_PER_PARSER) limits.set(parser, kept.at(-1)!.rank);
}

/** Folders whose data cells the other program knows how to count. */
const NAMED = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const FOLDERS = NAMED.length > 0 ? NAMED : ["fedstat", "rosstat_files", "cbr", "roskazna", "ref"];
/** Catalogues, reference lists and Word files; what others made of publishers' figures is no list, wherever it lies. */
const LEFT_OUT = /(?:^|\/)(?:catalog\/|ref\/(?!showdata_like|ibr_))|\.docx?$/;
/** For files that do not say their day or their dataset; no figure depends on it. */
const PUBLISHED_AT = "2019-12-20";
const GOAL = {file: 0.95, all: 0.995};

interface Coverage {
  readonly name: string;
  readonly parser: string;
  readonly cells: number | null;
  readonly loaded: number;
  readonly missing: number;
  readonly refused: ReadonlyMap<string, number>;
}

function filesUnder(folder: string): string[] {
  if (statSync(folder).isFile()) return [folder];
  return readdirSync(folder)
    .sort()
    .flatMap((name) => filesUnder(join(folder, name)));
}

async function read(path: string): Promise<Omit<Coverage, "cells">> {
  const name = relative(SHARED, path);
  const {files} = await collectSourceFiles(path);
  const source = await findSource(files);
  if (source === null)
    return {name, parser: "-", loaded: 0, missing: 0, refused: new Map([["no parser knows the file", 1]])};
  let hints: LoadHints = {provider: null, dataset: null, publishedAt: null};
  for (;;) {
    try {
      return {name, parser: source.name, ...(await parse(hints))};
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (hints.publishedAt === null && /published/.test(error.message + error.hint))
        hints = {...hints, publishedAt: PUBLISHED_AT};
      else if (hints.dataset === null && /of which dataset/.test(error.message)) hints = {...hints, dataset: "answer"};
      else
        return {
          name,
          parser: source.name,
          loaded: 0,
          missing: 0,
          refused: new Map([[error.message.split("\n")[0]!, 1]]),
        };
    }
  }

  async function parse(told: LoadHints): Promise<Pick<Coverage, "loaded" | "missing" | "refused">> {
    let [loaded, missing] = [0, 0];
    const refused = new Map<string, number>();
    const gather = createGather({
      memoryLimit: 2 ** 27,
      onUnreadable: ({reason}) => {
        const kind = reason.includes("has two values") ? "two values for one period" : reason;
        if (kind.startsWith("two")) loaded--;
        refused.set(kind, (refused.get(kind) ?? 0) + 1);
      },
    });
    try {
      const {sink} = gather;
      await source!.parse(files, told, {
        ...sink,
        observe(series, period, value, line, origin) {
          loaded++;
          draw(source!.name, path, value, origin);
          sink.observe(series, period, value, line, origin);
        },
        missing: () => void missing++,
      });
      gather.finish().discard();
    } finally {
      gather.discard();
    }
    return {loaded, missing, refused};
  }
}

/** By path: data cells, and what was left out by which rule. */
function countedCells(
  paths: readonly string[],
): Map<string, {cells?: number; excluded?: Record<string, number>; error?: string}> {
  const python = process.env["PYTHON"] ?? "python3";
  try {
    const script = join(import.meta.dirname, "count-data-cells.py");
    const out = execFileSync(python, [script, ...paths], {encoding: "utf8", maxBuffer: 2 ** 26});
    return new Map(
      out
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line))
        .map((one) => [one.file, one]),
    );
  } catch (error) {
    console.log(
      `data cells are not counted: ${(error as Error).message.split("\n")[0]} (python3 with openpyxl and xlrd, or PYTHON)`,
    );
    return new Map();
  }
}

function percent(part: number, whole: number): string {
  return whole === 0 ? "-" : `${((100 * part) / whole).toFixed(2)} %`;
}

if (!existsSync(SHARED)) {
  console.log("needs ../shared/data");
  process.exit(0);
}
const paths = FOLDERS.flatMap((folder) => filesUnder(join(SHARED, folder))).filter(
  (path) => !LEFT_OUT.test(relative(SHARED, path)),
);
const counted = countedCells(paths);
let [cells, loaded, below, above] = [0, 0, 0, 0];
const byParser = new Map<string, {files: number; cells: number; loaded: number; missing: number}>();
const notRead = new Map<string, number>();
const rules = new Map<string, number>();
for (const path of paths) {
  const {cells: count = null, excluded = {}, error} = counted.get(path) ?? {};
  const coverage: Coverage = {...(await read(path)), cells: count};
  for (const [rule, number] of Object.entries(excluded)) rules.set(rule, (rules.get(rule) ?? 0) + number);
  if (error !== undefined) rules.set(`can't be counted: ${error}`, 1);
  const share = count === null ? "?" : percent(coverage.loaded, count);
  const reasons = [...coverage.refused].map(([reason, number]) => `${number} × ${reason}`).join("; ");
  const poor = count !== null && coverage.loaded < count * GOAL.file;
  if (poor) below++;
  // More than the other program counts: its rules leave out what the parser takes, or the parser takes what is no figure.
  const more = count !== null && coverage.loaded > count;
  if (more) above++;
  const own = byParser.get(coverage.parser) ?? {files: 0, cells: 0, loaded: 0, missing: 0};
  byParser.set(coverage.parser, own);
  own.files++;
  own.cells += count ?? 0;
  own.loaded += coverage.loaded;
  own.missing += coverage.missing;
  for (const [reason, number] of coverage.refused) notRead.set(reason, (notRead.get(reason) ?? 0) + number);
  cells += count ?? 0;
  loaded += count === null ? 0 : Math.min(coverage.loaded, count);
  console.log(
    `${poor ? "!" : more ? "+" : " "} ${share.padStart(9)}  ${String(count ?? "?").padStart(7)} cells ${String(coverage.loaded).padStart(7)} loaded ${String(coverage.missing).padStart(6)} without a value  ${coverage.parser.padEnd(13)} ${coverage.name}${reasons ? `\n              ${reasons.slice(0, 300)}` : ""}`,
  );
}
console.log(
  `\n${paths.length} files, ${cells} data cells, ${loaded} loaded: ${percent(loaded, cells)}; ${below} files below ${100 * GOAL.file} %, ${above} with more than were counted`,
);
console.log(`left out by rule: ${[...rules].map(([rule, number]) => `${rule} ${number}`).join(", ") || "nothing"}`);
// No package is among the publishers' files: its parser is drawn from over the samples.
const packages = listSamples().flatMap(({releases}) => releases);
for (const path of packages) if (statSync(path).isDirectory()) await read(path);
let tally: CoverageSummary["drawn"] = {};
if (counted.size > 0) {
  for (const [parser, kept] of drawn) keepSmallest(parser, kept);
  // Those of one file together: the other reader keeps no more than one.
  const lines = [...drawn.values()]
    .flat()
    .sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.rank - b.rank));
  const {stdout, stderr, status} = spawnSync(
    process.env["PYTHON"] ?? "python3",
    [join(import.meta.dirname, "confirm-cells.py")],
    {input: lines.map(({line}) => line).join("\n"), encoding: "utf8", maxBuffer: 2 ** 28},
  );
  tally = JSON.parse(/^TALLY (.*)$/m.exec(stdout)?.[1] ?? "{}");
  const counts = Object.entries(tally).map(
    ([parser, {confirmed, wrong}]) => `${parser} ${confirmed} confirmed, ${wrong} wrong`,
  );
  console.log(
    `\n${stdout.replace(/^TALLY .*\n/m, "")}${stderr}\n${lines.length} values drawn by seed ${SEED}:\n${counts.join("\n")}`,
  );
  if (status !== 0) below++;
}
if (OPTIONS.includes("--write") && counted.size > 0 && NAMED.length === 0) {
  const summary = {
    files: paths.length,
    cells,
    loaded,
    below,
    above,
    byParser,
    notRead,
    rules,
    drawn: tally,
    seed: SEED,
  };
  writeFileSync(join(import.meta.dirname, "../docs/coverage.md"), coveragePage(summary));
}
process.exitCode = below > 0 || loaded < cells * GOAL.all ? 1 : 0;
