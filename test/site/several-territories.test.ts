// A search that names several territories, and their comparison in real terms.
import assert from "node:assert/strict";
import {test} from "node:test";
import {openRegionalWages} from "./regional-wages.ts";
import {openSite} from "./site.ts";

const EN = {"accept-language": "en"};

test("a search that names several territories shows the series of each, and leads to their comparison, as published and in real terms [site.several-territories]", async (t) => {
  const site = await openSite(t, {store: await openRegionalWages(t)});
  const keyOf = async (words: string): Promise<string> =>
    /class="row-name" href="\/series\/(\w+)"/.exec(
      (await site.get(`/search?q=${encodeURIComponent(words)}`)).text,
    )![1]!;
  const keys = [await keyOf("заработная плата Москва"), await keyOf("заработная плата Татарстан")];
  for (const words of [
    "заработная плата Москва Татарстан",
    "сравнить заработную плату Москвы и Татарстана",
    "wages Moscow Tatarstan",
  ]) {
    const {text} = await site.get(`/search?q=${encodeURIComponent(words)}`, EN);
    const shown = [...text.matchAll(/class="row-name" href="\/series\/(\w+)"/g)].map(([, key]) => key);
    assert.deepEqual(new Set(shown), new Set(keys), words);
    assert.doesNotMatch(text, /No exact matches/);
    assert.match(text, new RegExp(`<a href="/compare\\?series=${keys.join("%2C")}">Compare in a chart</a>`), words);
  }
  const {text} = await site.get(`/search?q=${encodeURIComponent("wages Tatarstan Moscow")}`, EN);
  const ways = [...text.matchAll(/<a href="(\/compare\?[^"]*)" rel="nofollow">In real terms: ([^<]*)</g)];
  assert.deepEqual(
    ways.map(([, , name]) => name),
    ["consumer prices of each territory", "Consumer prices, Russian Federation"],
  );
  for (const [, path] of ways) {
    const compared = (await site.get(path!.replaceAll("&amp;", "&"), EN)).text;
    assert.equal(compared.split("computed here: in real terms (June 2026)").length > 2, true);
    assert.match(
      compared,
      /aria-current="true">(?:consumer prices of each territory|Consumer prices, Russian Federation)</,
    );
  }
  const plain = (await site.get(`/compare?series=${keys.join(",")}`, EN)).text;
  assert.match(plain, /In real terms, by the index:<\/span> <a [^>]*>consumer prices of each territory</);
});

test("a search that names one territory, or territories alone, stays as it is [site.several-territories]", async (t) => {
  const site = await openSite(t, {store: await openRegionalWages(t)});
  for (const words of ["wages Moscow", "Moscow Tatarstan", "wages", "wages Moscow Atlantis"]) {
    const {text} = await site.get(`/search?q=${encodeURIComponent(words)}`, EN);
    assert.doesNotMatch(text, /Together:/, words);
  }
});

test("the frame, the picture and the citation of a comparison name the operation that all of its values went through [site.compare-derived]", async (t) => {
  const site = await openSite(t, {store: await openRegionalWages(t)});
  const found = (await site.get("/search?q=wages+Moscow+Tatarstan", EN)).text;
  const real = /<a href="(\/compare\?[^"]*)" rel="nofollow">In real terms/.exec(found)![1]!.replaceAll("&amp;", "&");
  const page = (await site.get(real, EN)).text;
  const cited = /id="citation" class="citation">([\s\S]*?)<\/p>/.exec(page)![1]!.replace(/<[^>]*>/g, "");
  assert.match(
    cited,
    /^Rosstat; EMISS [^.]*\.ru\). .*: in real terms, computed by Ryad, as known on 20 July 2026\. Ryad\. http:\S+$/,
  );
  const frame = await site.get(real.replace("/compare", "/embed/compare"), EN);
  assert.match(frame.text, /<title>[^<]*: in real terms · Ryad<\/title>/);
  assert.match(frame.text, /<h1>[^<]*: in real terms<\/h1>/);
  assert.match((await site.get(real.replace("/compare", "/compare.svg"), EN)).text, /: in real terms/);
  const plain = /<a href="(\/compare\?[^"]*)">Compare in a chart/.exec(found)![1]!.replaceAll("&amp;", "&");
  assert.doesNotMatch((await site.get(plain.replace("/compare", "/embed/compare"), EN)).text, /in real terms/);
});
