// The encoding of a small text that declares none.
import assert from "node:assert/strict";
import {test} from "node:test";
import {readDecodedText} from "./decoded-text.ts";
import {fileOf} from "./shared-file.fixture.ts";

test("a text is windows-1251 only if it has a Russian word: one damaged byte gave a column another name [load.check-whole]", async () => {
  const header = Buffer.from(",year,month,CPI_FOOD_rog\n");
  const damaged = Uint8Array.from(header, (byte, at) => (at === header.indexOf("OOD") ? byte | 0x80 : byte));
  const refusal = {name: "Refusal", message: /^t.csv is not UTF-8, and has no Russian word in windows-1251 either$/};
  await assert.rejects(readDecodedText(fileOf("t.csv", damaged)), refusal);
  for (const [text, isRead] of [
    ["ВВП;1\n", true],
    ["год;1\n", true],
    ["гд;1\n", false],
  ] as const) {
    const reading = readDecodedText(fileOf("t.csv", text, "windows-1251"));
    if (isRead) assert.equal(await reading, text);
    else await assert.rejects(reading, refusal);
  }
});
