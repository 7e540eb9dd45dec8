// `npm run trust`: attacks of several kinds on the whole program. It exits 1 when one of them had an effect that it must not have.
//
//   npm run trust                      every subject, a few minutes each; the seed is printed
//   npm run trust -- --seed N          the same tries again
//   npm run trust -- --count N         number of tries of each subject
//   npm run trust -- mutants xls       only subjects, or parts of them, with one of the words in their name
//   npm run trust -- --full            the run whose results are kept in trust/results.json; `npm run docs` makes docs/trust.md of them
import {parseArgs} from "node:util";
import {keepTemporaryFilesInMemory} from "../tools/memory-folder.ts";
import {keepReports} from "./results.ts";
import type {KeptReport, Subject, TrustOptions} from "./subject.ts";
import {SUBJECTS} from "./subjects.ts";

const {values, positionals: words} = parseArgs({
  options: {seed: {type: "string"}, count: {type: "string"}, full: {type: "boolean"}},
  allowPositionals: true,
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const count = values.count === undefined ? null : Number(values.count);
if (!Number.isInteger(seed) || (count !== null && !(Number.isInteger(count) && count > 0)))
  throw new RangeError("--seed and --count are whole numbers");

keepTemporaryFilesInMemory();
console.log(`seed ${seed}`);
const {named, parts} = chosen();
const reports: KeptReport[] = [];
for (const subject of named)
  reports.push(await report(subject, {seed, count, full: values.full === true, words: parts, say: console.log}));
const failures = reports.reduce((sum, one) => sum + one.failures.length, 0);
console.log(failures === 0 ? "nothing had an effect that it must not have" : `${failures} failures; seed ${seed}`);
process.exitCode = failures === 0 ? 0 : 1;
if (values.full && parts.length === 0) keepReports(reports);

/** Words that name subjects choose them; the others choose parts of these. */
function chosen(): {readonly named: readonly Subject[]; readonly parts: readonly string[]} {
  const parts = words.filter((word) => !SUBJECTS.some(({name}) => name.includes(word)));
  const named = SUBJECTS.filter(({name}) => words.some((word) => name.includes(word)));
  return {named: named.length === 0 ? SUBJECTS : named, parts};
}

async function report(subject: Subject, options: TrustOptions): Promise<KeptReport> {
  const began = performance.now();
  console.log(`\n${subject.name}: ${subject.about}`);
  const {tried, failures, rows} = await subject.run(options);
  console.table(rows);
  for (const failure of failures) console.log(`FAILED ${failure}`);
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(`${subject.name}: ${tried} tries, ${failures.length} failures, ${seconds} s`);
  const {name, about} = subject;
  return {name, about, day: new Date().toISOString().slice(0, 10), seed: options.seed, seconds, tried, failures, rows};
}
