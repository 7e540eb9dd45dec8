import assert from "node:assert/strict";
import {readdirSync, readFileSync} from "node:fs";
import {join} from "node:path";
import {test} from "node:test";
import {readTextEnglish} from "./text-english.ts";

const SAMPLES = new URL("../../samples/", import.meta.url).pathname;

interface Described {
  readonly notes?: readonly {readonly text: string}[];
  readonly related?: readonly {readonly note?: string}[];
  readonly continuity?: readonly {readonly note?: string}[];
  readonly methodology?: Readonly<Record<string, string | boolean | null>>;
}

test("each note, remark and method of the samples has an English text [site.english-names]", () => {
  const files = readdirSync(SAMPLES, {recursive: true, encoding: "utf8"}).filter((file) =>
    file.endsWith("dataset.json"),
  );
  const texts = files.flatMap((file) => {
    const {notes, related, continuity, methodology} = JSON.parse(
      readFileSync(join(SAMPLES, file), "utf8"),
    ) as Described;
    const methods = ["coverage", "exclusions", "text"].map((name) => methodology?.[name]);
    return [
      ...(notes ?? []).map(({text}) => text),
      ...[...(related ?? []), ...(continuity ?? [])].map(({note}) => note),
      ...methods,
    ];
  });
  const named = texts.filter((text) => typeof text === "string");
  assert.ok(named.length > 30);
  assert.deepEqual(
    [...new Set(named)].filter((text) => !readTextEnglish().has(text)),
    [],
  );
  for (const [text, english] of readTextEnglish()) {
    assert.match(text, /[а-яё]/i);
    assert.doesNotMatch(english.replace("643004.АГ", ""), /[а-яё]/i, text);
  }
});
