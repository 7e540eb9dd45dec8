// Bodies in parts of lent memory.
import assert from "node:assert/strict";
import {test} from "node:test";
import {BodyMemory} from "./body-bytes.ts";
import {LentParts} from "./lent-parts.ts";

const MB = 1 << 20;

test("a long body is written in parts of at most 1 MB whose memory is lent again, and a text is never cut", () => {
  const memory = new BodyMemory();
  const texts = Array.from({length: 300}, (_, i) => `${String(i)}:${"жx".repeat((i % 40) * 100)};`);
  const write = () => {
    const parts = new LentParts(memory, 3 * MB);
    for (const text of texts) parts.add(text);
    return parts.end();
  };
  const parts = write();
  assert.equal(Buffer.concat(parts).toString(), texts.join(""));
  assert.ok(parts.length > 1);
  for (const part of parts) {
    assert.ok(part.length <= MB);
    assert.equal(part.toString().at(-1), ";");
  }
  const memories = new Set(parts.map(({buffer}) => buffer));
  for (const part of parts) memory.giveBack(part);
  const again = write();
  assert.ok(again.slice(0, -1).every(({buffer}) => memories.has(buffer)));
});

test("a text that is longer than a part is one part", () => {
  const parts = new LentParts(new BodyMemory(), 10);
  parts.add("a".repeat(100_000));
  parts.add("b".repeat(2 * MB));
  parts.add("c");
  assert.deepEqual(
    parts.end().map((part) => part.toString().replaceAll(/(.)\1*/g, "$1")),
    ["a", "b", "c"],
  );
});
