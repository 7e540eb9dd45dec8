import assert from "node:assert/strict";
import {Buffer} from "node:buffer";
import {test} from "node:test";
import {isGarbled} from "./garbled-text.ts";

test("a text in KOI8-R, cp866 or the old encoding of the Mac is none in windows-1251, though its bytes are letters there [load.check-whole]", () => {
  const words = "Регион;2021\nБелгородская область;5,2\nКурская область;1\n";
  const bytesIn = (encoding: string): Buffer => {
    const decoder = new TextDecoder(encoding);
    const byLetter = new Map(Array.from({length: 256}, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]));
    return Buffer.from([...words].map((letter) => byLetter.get(letter)!));
  };
  const read = (bytes: Buffer): string => new TextDecoder("windows-1251").decode(bytes);
  assert.equal(read(bytesIn("windows-1251")), words);
  assert.equal(isGarbled(words), false);
  for (const encoding of ["koi8-r", "ibm866", "x-mac-cyrillic"])
    assert.equal(isGarbled(read(bytesIn(encoding))), true, encoding);
  assert.equal(isGarbled("Српска Љубовија; Ћуприја; Ђаково; Њујорк; Џакарта"), false);
});
