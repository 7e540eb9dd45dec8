// The form of reference/synonyms.txt: enough groups, and no ineffective line.
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {join} from "node:path";
import {test} from "node:test";
import {PROJECT} from "./warehouse.ts";

const groups = readFileSync(join(PROJECT, "reference/synonyms.txt"), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => line.split(";").map((member) => member.trim()));

/** As titles and questions are compared before stemming. */
const folded = (text: string): string => text.toLowerCase().replaceAll("ё", "е");

test("there are at least 170 groups of synonyms, and no two are equal [search.synonym-groups]", () => {
  assert.ok(groups.length >= 170, `${groups.length} groups`);
  const sorted = groups.map((members) => members.map(folded).sort().join(";"));
  assert.equal(new Set(sorted).size, sorted.length);
});

test("every group has at least two members, each once, and each has words [search.synonym-groups]", () => {
  for (const members of groups) {
    const line = members.join("; ");
    assert.ok(members.length >= 2, line);
    assert.equal(new Set(members.map(folded)).size, members.length, line);
    for (const member of members) {
      assert.match(member, /[\p{L}\p{N}]/u, line);
      assert.equal(member, member.normalize("NFC"), line);
    }
  }
});
