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
