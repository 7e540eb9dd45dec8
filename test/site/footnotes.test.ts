// The notes of a source, which are its footnotes: beside the values, from the head of a series, from its dataset and from a search.
import assert from "node:assert/strict";
import {test} from "node:test";
import {openRegionalWages} from "./regional-wages.ts";
import {openSite, type TestSite} from "./site.ts";

const EN = {"accept-language": "en"};

const pathOf = async (site: TestSite): Promise<string> =>
  /class="row-name" href="(\/series\/\w+)"/.exec((await site.get("/search?q=wages+Moscow", EN)).text)![1]!;

test("a value in the time of a note has its mark, which is a link to the text with its name for screen readers; the head of the series counts the notes [site.footnotes]", async (t) => {
  const site = await openSite(t, {store: await openRegionalWages(t)});
  const {text} = await site.get(await pathOf(site), EN);
  assert.match(text, /<p class="series-line">[^\n]*<a href="#notes">notes: 3<\/a>/);
  const rows = text.slice(text.indexOf('id="values"'), text.indexOf('id="notes"')).split("<tr>").slice(2);
  const marked = rows.filter((row) => row.includes('href="#note-'));
  assert.equal(marked.length, 1);
  assert.match(
    marked[0]!,
    /^<[^>]*><time datetime="2026-06-01">[^<]*<\/time> <sup><a href="#note-1" title="1\) Предварительные данные\." aria-label="Note 1\)">1\)<\/a><\/sup>/,
  );
  assert.match(text, /<li id="note-1"><span lang="ru">1\) Предварительные данные\.<\/span><\/li>/);
  assert.match(text, /<li id="note-2"><sup>2<\/sup> <span lang="ru">Без субъектов/);
  assert.match(text, /<li id="note-3"><sup>3<\/sup> <span lang="en">Published in English too\.<\/span><\/li>/);
});

test("a dataset counts its notes and leads to them, and a question for a footnote leads there too, with the series of its other words [site.footnotes]", async (t) => {
  const site = await openSite(t, {store: await openRegionalWages(t)});
  const dataset = (await site.get("/datasets/rosstat_files/pay", EN)).text;
  assert.match(dataset, /<a href="#notes">3<\/a>/);
  assert.match(dataset, /id="notes">[\s\S]*<span lang="en">Published in English too\.<\/span>/);
  const plain = await pathOf(site);
  for (const words of [
    "what does the footnote 2) mean wages Moscow",
    "сноска заработная плата Москва",
    "примечание 1) к заработной плате Москва",
  ]) {
    const {text} = await site.get(`/search?q=${encodeURIComponent(words)}`, EN);
    assert.match(
      text,
      /Footnotes are among the notes of the source: <a href="\/datasets\/rosstat_files\/pay#notes">/,
      words,
    );
    assert.equal(/class="row-name" href="(\/series\/\w+)"/.exec(text)![1], plain, words);
  }
  const alone = (await site.get(`/search?q=${encodeURIComponent("сноска")}`, EN)).text;
  assert.match(alone, /href="\/glossary#footnote">What a footnote is</);
  assert.match((await site.get("/glossary", EN)).text, /<div id="footnote">/);
  assert.doesNotMatch((await site.get("/search?q=wages+Moscow", EN)).text, /Footnotes are among/);
});
