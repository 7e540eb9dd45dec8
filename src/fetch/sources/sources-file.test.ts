// Tests of sources.yaml: its faults, each with line and column.
import assert from "node:assert/strict";
import {test} from "node:test";
import {parseSources} from "./sources-file.ts";

function faults(text: string): string[] {
  try {
    parseSources(text, "sources.yaml");
    return [];
  } catch (error) {
    return (error as Error).message.split("\n");
  }
}

test("a source with an id and one of the five kinds is enough, and an empty file has none [fetch.sources]", () => {
  assert.deepEqual(parseSources("# none yet\n", "sources.yaml"), []);
  const text = [
    "sources:",
    "  - {id: a, url: https://example.org/a.csv}",
    "  - {id: b, page: https://example.org/, link: 'b_(\\d+)\\.xlsx'}",
    "  - {id: c, form: {url: https://example.org/c, fields: {n: 1, m: [a, b]}}}",
    "  - {id: d, folder: in}",
    "  - {id: e, command: [curl, -O, https://example.org/e.csv]}",
  ];
  assert.equal(parseSources(text.join("\n"), "sources.yaml").length, 5);
});

test("each fault of the file is named with its line and column, all at once [fetch.source-faults]", () => {
  const text = [
    "sources:",
    "  - id: Rates",
    "    url: ftp://example.org/a.csv",
    "    every: day",
    "  - id: two",
    "    polite: {pause: -1}",
  ];
  assert.deepEqual(faults(text.join("\n")), [
    'sources.yaml:2:9: sources.0.id: must match pattern "^[a-z0-9][a-z0-9_-]{0,63}$"',
    "sources.yaml:4:12: sources.0.every: is no word of this file",
    "sources.yaml:6:21: sources.1.polite.pause: must be >= 0",
  ]);
});

test("what a schema can't say is named too: kinds, addresses, cron, expressions, an id that comes twice [fetch.source-faults]", () => {
  const text = [
    "sources:",
    "  - {id: a, url: ftp://example.org/a.csv}",
    "  - {id: a, folder: in, command: [x]}",
    "  - {id: c}",
    "  - {id: d, folder: in, when: {cron: '0 25 * * *', zone: Europe/Moscow}}",
    "  - {id: e, page: https://example.org/, link: '('}",
    "  - {id: f, folder: in, when: {zone: UTC}}",
  ];
  const found = faults(text.join("\n"));
  assert.match(found[0]!, /^sources\.yaml:2:18: sources\.0\.url: is no http/);
  assert.match(found[2]!, /^sources\.yaml:3:34: sources\.1\.command: a source has one of .*not folder and command$/);
  assert.match(found[1]!, /^sources\.yaml:3:10: sources\.1\.id: "a" is the id of another source too$/);
  assert.match(found[3]!, /^sources\.yaml:4:5: sources\.2: a source has one of .*not none$/);
  assert.match(found[4]!, /^sources\.yaml:5:31: sources\.3\.when: 0 25/);
  assert.match(found[5]!, /^sources\.yaml:6:47: sources\.4\.link: Invalid/);
  assert.match(found[6]!, /^sources\.yaml:7:31: sources\.5\.when: has either/);
});

test("text that is no YAML is refused with the line and column where it stops being one [fetch.source-faults]", () => {
  assert.match(faults("sources:\n  - {id: a\n  - b: ]\n")[0]!, /^sources\.yaml:\d+:\d+: /);
  assert.match(faults("sources: 3\n")[0]!, /^sources\.yaml:1:10: sources: must be array/);
  assert.match(faults("- a\n")[0]!, /^sources\.yaml:1:1: the file: must be object/);
});
