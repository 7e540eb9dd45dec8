// Tests of the program that are attacks themselves: commands that are killed, full disks, damaged pages, clients that do not read.
import {join} from "node:path";
import {run as runTests} from "node:test";
import type {Subject} from "./subject.ts";

const ROOT = join(import.meta.dirname, "..");
const SUITES = [
  {attack: "a load that is killed at a step of its work", file: "test/killed-load.test.ts"},
  {attack: "a disk that is full", file: "src/store/engines/sqlite/engine.test.ts"},
  {attack: "a part of the store that is lost", file: "test/lost-part.test.ts"},
  {attack: "damaged pages under a server", file: "test/damaged-pages.test.ts"},
  {attack: "clients that close their side behind the request", file: "test/api/half-closed.test.ts"},
  {attack: "clients that stop reading, or say nothing", file: "test/api/stalled-connections.test.ts"},
  {attack: "bodies that are not read", file: "test/api/unsent-bytes.test.ts"},
];

export const suites: Subject = {
  name: "kills",
  about:
    "loads that are killed at a step of their work, full disks, lost parts and damaged pages, and clients that are slow, silent or half-closed: the old state or the new one, never a half, and no charge without its answer",
  async run({words}) {
    const chosen = SUITES.filter(({file}) => words.length === 0 || words.some((word) => file.includes(word)));
    const failures: string[] = [];
    const rows = [];
    for (const {attack, file} of chosen) {
      let passed = 0;
      for await (const {type, data} of runTests({files: [join(ROOT, file)], cwd: ROOT})) {
        if (type === "test:pass" && data.nesting === 0 && data.name !== join(ROOT, file)) passed++;
        if (type === "test:fail" && data.nesting === 0) failures.push(`${file}: ${data.name}`);
      }
      rows.push({attack, suite: file, "tests passed": passed});
    }
    return {tried: rows.reduce((sum, row) => sum + row["tests passed"], failures.length), failures, rows};
  },
};
