// Metadata come back from their text as they were, also from the text of an earlier program.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {sampleMetadata} from "../conformance/samples.fixture.ts";
import {
  classBlobs,
  classesJson,
  metadataJson,
  metadataJsonWithout,
  parseClasses,
  parseCutMetadata,
  parseMetadata,
} from "./metadata-json.ts";

const word = fc.constantFrom("a", "б", "", "a~b", " / ", "~", "a / b", "\ud800");
const text = fc.array(word, {maxLength: 4}).map((words) => words.join(" / "));
const classes = fc.array(fc.record({code: text, name: text, note: fc.option(text)}, {noNullPrototype: true}), {
  maxLength: 20,
});

test("classes are written by their words and read again as they were", () => {
  fc.assert(
    fc.property(fc.option(classes), (list) => {
      const metadata = sampleMetadata({classes: list});
      const written = metadataJson(metadata);
      assert.deepEqual(parseMetadata(written), metadata);
      assert.equal(written, JSON.stringify(JSON.parse(written)));
    }),
  );
});

test("classes that an earlier program wrote one by one are read", () => {
  const metadata = sampleMetadata({classes: [{code: "a~b", name: "А / Б", note: null}]});
  const earlier = {...JSON.parse(metadataJson(metadata)), classes: metadata.classes};
  assert.deepEqual(parseMetadata(JSON.stringify(earlier)), metadata);
});

test("a text without its classes has their number, and is never read as one without classes", () => {
  const metadata = sampleMetadata({classes: [{code: "a", name: "А", note: null}]});
  const text = metadataJsonWithout(metadata, 700);
  assert.deepEqual(parseCutMetadata(text), {metadata: {...metadata, classes: []}, storedClassCount: 700});
  assert.throws(() => parseMetadata(text), /none of their 700 classes/);
  assert.equal(parseCutMetadata(metadataJson(metadata)).storedClassCount, null);
});

test("blobs are the same whether their list was written as one text before or not", () => {
  fc.assert(
    fc.property(classes, fc.integer({min: 1, max: 6}), fc.boolean(), (list, together, isWritten) => {
      if (isWritten) metadataJson(sampleMetadata({classes: list}));
      const starts = [...list.keys()].filter((index) => index % together === 0);
      const expected = starts.map((from) => classesJson(list.slice(from, from + together)));
      assert.deepEqual(classBlobs(list, together), expected);
    }),
  );
});

test("classes in blobs come back as they were, also those that an earlier program wrote one by one", () => {
  fc.assert(
    fc.property(classes, (list) => {
      assert.deepEqual(parseClasses(classesJson(list)), list);
      assert.deepEqual(parseClasses(JSON.stringify(list)), list);
    }),
  );
});
