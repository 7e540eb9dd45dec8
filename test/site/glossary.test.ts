// The glossary, and what an English page says of texts that stayed Russian.
import assert from "node:assert/strict";
import {test} from "node:test";
import {openSampleStore, openSite} from "./site.ts";

const idsOf = (text: string) => [...text.matchAll(/<div id="(\w+)"><dt>/g)].map(([, id]) => id);

test("the glossary explains the words of the site in both languages under the same anchors [site.glossary]", async (t) => {
  const site = await openSite(t);
  const [english, russian] = [
    (await site.get("/glossary", {"accept-language": "en"})).text,
    (await site.get("/glossary", {"accept-language": "ru"})).text,
  ];
  assert.deepEqual(idsOf(english), idsOf(russian));
  for (const id of ["vintage", "revision", "finality", "series", "release"]) assert.ok(idsOf(english).includes(id), id);
  assert.match(english, /<dt>Vintage<\/dt><dd>All estimates that were known on one day\./);
  assert.match(russian, /<dt>Пересмотр<\/dt>/);
  assert.match(english, /<a href="\/glossary" aria-current="page">Glossary<\/a>/);
});

test("an English page with Russian texts marks them and says it once; another page, and a Russian one, does not [site.russian-said]", async (t) => {
  const site = await openSite(t, {store: await openSampleStore(t)});
  const said = async (path: string, language: string) =>
    (await site.get(path, {"accept-language": language})).text.split("as their publishers wrote them").length - 1;
  assert.equal(await said("/datasets/rosstat_files/fixed_assets", "en"), 1);
  assert.equal(await said("/datasets/rosstat_files/fixed_assets", "ru"), 0);
  assert.equal(await said("/glossary", "en"), 0);
});

test("the citation of a series is in the language of its page [site.citation-language]", async (t) => {
  const site = await openSite(t, {store: await openSampleStore(t)});
  const cited = async (language: string) =>
    /<p id="citation"[^>]*>(.*?)<\/p>/s.exec(
      (await site.get("/series/ycowezjyqr7n2olm", {"accept-language": language})).text,
    )![1]!;
  assert.match(await cited("en"), /<cite lang="en">Gross domestic product, Russian Federation<\/cite>/);
  assert.match(await cited("ru"), /<cite lang="ru">Валовой внутренний продукт/);
  const bib = (await site.get("/series/ycowezjyqr7n2olm.bib?lang=en")).text;
  assert.match(bib, /title = \{\{Gross domestic product, Russian Federation\}\}/);
});
