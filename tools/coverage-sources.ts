// `npm run coverage:sources`: the data cells, loaded values and refused cells of each publisher's file in ../shared/data.
//
// Another reader (other-reader.ts) counts the data cells; a cell with a reason for a missing value counts on neither side. For
// each parser some values are drawn (60, or --drawn=N). The other reader must find their raw text at the place that the parser gives,
// and get the same value from it. With --write a complete run is saved as docs/coverage.md,
// with what `ryad describe` alone reads of each file. Arguments name files or folders.
import {existsSync, readdirSync, statSync, writeFileSync} from "node:fs";
import {join, relative} from "node:path";
import {listSamples} from "../src/cli/samples/sample-warehouse.ts";
import {describeFiles} from "./coverage-describe.ts";
import {createDraw, SEED} from "./coverage-draw.ts";
import {type CoverageSummary, coveragePage} from "./coverage-page.ts";
import {type FileRead, readFile} from "./coverage-read.ts";
import {confirmCells, countCells} from "./other-reader.ts";

const SHARED = join(import.meta.dirname, "../../shared/data");
const OPTIONS = process.argv.slice(2).filter((word) => word.startsWith("--"));
const NAMED = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const FOLDERS = NAMED.length > 0 ? NAMED : ["fedstat", "rosstat_files", "cbr", "roskazna", "ref"];
/** Catalogues, reference lists and Word files. Tables that others made from publishers' figures are not lists, in any folder. */
const LEFT_OUT = /(?:^|\/)(?:catalog\/|ref\/(?!showdata_like|ibr_))|\.docx?$/;
const GOAL = {file: 0.95, all: 0.995};

if (!existsSync(SHARED)) {
  console.log("needs ../shared/data");
  process.exit(0);
}
const draw = createDraw(Number(OPTIONS.find((word) => word.startsWith("--drawn="))?.slice("--drawn=".length) ?? 60));
const paths = FOLDERS.flatMap((folder) => filesUnder(join(SHARED, folder))).filter(
  (path) => !LEFT_OUT.test(relative(SHARED, path)),
);
const counted = countCells(paths);
let [cells, loaded, below, above] = [0, 0, 0, 0];
const byParser = new Map<string, {files: number; cells: number; loaded: number; missing: number}>();
const notRead = new Map<string, number>();
const rules = new Map<string, number>();
for (const path of paths) {
  const {cells: count = null, excluded = {}, error} = counted.get(path) ?? {};
  const read = await readFile(path, draw);
  for (const [rule, number] of Object.entries(excluded)) rules.set(rule, (rules.get(rule) ?? 0) + number);
  if (error !== undefined) rules.set(`cannot be counted: ${error}`, 1);
  const poor = count !== null && read.loaded < count * GOAL.file;
  if (poor) below++;
  // More values than the other program counts: its rules exclude cells that the parser reads, or the parser reads cells that are not figures.
  const more = count !== null && read.loaded > count;
  if (more) above++;
  const own = byParser.get(read.parser) ?? {files: 0, cells: 0, loaded: 0, missing: 0};
  byParser.set(read.parser, own);
  own.files++;
  own.cells += count ?? 0;
  own.loaded += read.loaded;
  own.missing += read.missing;
  for (const [reason, number] of read.refused) notRead.set(reason, (notRead.get(reason) ?? 0) + number);
  cells += count ?? 0;
  loaded += count === null ? 0 : Math.min(read.loaded, count);
  console.log(lineOf(relative(SHARED, path), count, read, poor ? "!" : more ? "+" : " "));
}
console.log(
  `\n${paths.length} files, ${cells} data cells, ${loaded} loaded: ${percent(loaded, cells)}; ${below} files below ${100 * GOAL.file} %, ${above} with more loaded than counted cells`,
);
console.log(`excluded by rule: ${[...rules].map(([rule, number]) => `${rule} ${number}`).join(", ") || "nothing"}`);
// No package is among the publishers' files: its parser is drawn from over the samples.
const packages = listSamples().flatMap(({releases}) => releases);
for (const path of packages) if (statSync(path).isDirectory()) await readFile(path, draw);
let tally: CoverageSummary["drawn"] = {};
if (counted.size > 0) {
  const lines = draw.lines();
  const confirmed = confirmCells(lines);
  tally = confirmed.tally;
  console.log(`\n${confirmed.said}\n${lines.length} values drawn by seed ${SEED}:`);
  for (const [parser, of] of Object.entries(tally))
    console.log(`${parser} ${of.confirmed} confirmed, ${of.wrong} wrong`);
  if (!confirmed.good) below++;
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
    alone: await describeFiles(paths),
  };
  writeFileSync(join(import.meta.dirname, "../docs/coverage.md"), coveragePage(summary));
}
process.exitCode = below > 0 || loaded < cells * GOAL.all ? 1 : 0;

function filesUnder(folder: string): string[] {
  if (statSync(folder).isFile()) return [folder];
  return readdirSync(folder)
    .sort()
    .flatMap((name) => filesUnder(join(folder, name)));
}

function lineOf(
  name: string,
  cells: number | null,
  {parser, loaded, missing, refused}: FileRead,
  sign: string,
): string {
  const share = (cells === null ? "?" : percent(loaded, cells)).padStart(9);
  const figures = `${String(cells ?? "?").padStart(7)} cells ${String(loaded).padStart(7)} loaded ${String(missing).padStart(6)} without a value`;
  const reasons = [...refused].map(([reason, number]) => `${number} × ${reason}`).join("; ");
  return `${sign} ${share}  ${figures}  ${parser.padEnd(13)} ${name}${reasons ? `\n              ${reasons.slice(0, 300)}` : ""}`;
}

function percent(part: number, whole: number): string {
  return whole === 0 ? "-" : `${((100 * part) / whole).toFixed(2)} %`;
}
