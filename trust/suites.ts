// Tests of the program that are attacks themselves, or laws over random data, each with all its tries: `npm test` makes a few of them.
import {join} from "node:path";
import {run as runTests} from "node:test";
import type {Subject} from "./subject.ts";

const ROOT = join(import.meta.dirname, "..");

interface Suite {
  /** The attack or the law, for the report. */
  readonly about: string;
  readonly file: string;
}

const ATTACKS: readonly Suite[] = [
  {about: "a load that is killed at a step of its work", file: "test/killed-load.test.ts"},
  {about: "a fetch that is killed at a step of its work", file: "test/fetch/killed-fetch.long.test.ts"},
  {about: "a pull that is killed", file: "test/pull.test.ts"},
  {about: "a pull by files that is killed", file: "test/pull-files.test.ts"},
  {about: "a source whose answers are spoilt on their way", file: "test/pull-spoilt-anyhow.test.ts"},
  {about: "a prune of the archive that is killed between two steps", file: "test/archive-prune.test.ts"},
  {about: "a server that is killed while it tells", file: "test/messages/killed-sender.long.test.ts"},
  {about: "signals to a server that starts", file: "test/early-signals.test.ts"},
  {about: "workers that are killed under load", file: "test/workers.test.ts"},
  {about: "a disk that is full", file: "src/store/engines/sqlite/engine.test.ts"},
  {about: "a part of the store that is lost", file: "test/lost-part.test.ts"},
  {about: "damaged pages under a server", file: "test/damaged-pages.test.ts"},
  {about: "clients that close their side behind the request", file: "test/api/half-closed.test.ts"},
  {about: "clients that stop reading, or say nothing", file: "test/api/stalled-connections.test.ts"},
  {about: "bodies that are not read", file: "test/api/unsent-bytes.test.ts"},
];

const LAWS: readonly Suite[] = [
  {about: "a year of forty sources ends as a perfect operator would have it", file: "test/fetch/year.trust.test.ts"},
  {about: "a plan is the selection of its slice, and HEAD tells the price of GET", file: "test/api/plan.test.ts"},
  {about: "derived as of a day is derived from what was known then", file: "test/api/derived-law.long.test.ts"},
  {about: "a follower of the changes has what an export gives", file: "test/api/changes-law.test.ts"},
  {about: "a mirror answers as its source", file: "test/pull-same.test.ts"},
  {about: "a mirror of the other engine answers as its source", file: "test/pull.postgres.test.ts"},
  {about: "any filter of OData gives the rows that match", file: "test/api/odata-filter.test.ts"},
  {about: "any text in an option of OData has an answer", file: "test/api/odata.test.ts"},
  {about: "a load between two pages moves no row", file: "test/api/odata-paging.test.ts"},
  {about: "a request that fits the document is accepted, another refused", file: "test/api/schema-valid.test.ts"},
  {about: "values of any day are those of the slice", file: "test/api/observations.test.ts"},
  {about: "three workers answer as one process", file: "test/api/worker-answers.test.ts"},
  {about: "every page in both languages, on every screen", file: "test/site/all-pages.test.ts"},
  {about: "releases in any order give the same histories", file: "test/kep-vintages.test.ts"},
  {about: "plain tables are read right, or asked about", file: "test/plain-tables/permuted-tables.long.test.ts"},
];

export const kills: Subject = subjectOf(
  "kills",
  "commands and servers that are killed at a step of their work, full disks, lost parts and damaged pages, and clients that are slow, silent or half-closed: the old state or the new one, never a half, and no charge without its answer",
  ATTACKS,
);

export const laws: Subject = subjectOf(
  "laws",
  "what holds for all data and pages, over random requests, tables and acts, and a simulated year of fetches",
  LAWS,
);

function subjectOf(name: string, about: string, suites: readonly Suite[]): Subject {
  return {name, about, run: ({words}) => runSuites(suites, words)};
}

async function runSuites(suites: readonly Suite[], words: readonly string[]): ReturnType<Subject["run"]> {
  const chosen = suites.filter(({file}) => words.length === 0 || words.some((word) => file.includes(word)));
  const failures: string[] = [];
  const rows = [];
  process.env["RYAD_TEST_TRIES"] = "all";
  for (const {about, file} of chosen) {
    let passed = 0;
    for await (const {type, data} of runTests({files: [join(ROOT, file)], cwd: ROOT})) {
      if (type === "test:pass" && data.nesting === 0 && data.name !== join(ROOT, file)) passed++;
      if (type === "test:fail" && data.nesting === 0) failures.push(`${file}: ${data.name}`);
    }
    rows.push({about, suite: file, "tests passed": passed});
  }
  delete process.env["RYAD_TEST_TRIES"];
  return {tried: rows.reduce((sum, row) => sum + row["tests passed"], failures.length), failures, rows};
}
