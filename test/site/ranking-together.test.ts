// The ways from a ranking of territories to a comparison of many of them.
import assert from "node:assert/strict";
import {test} from "node:test";
import {DISTRICTS, openRegionalWages, REGIONS} from "./regional-wages.ts";
import {openSite, type TestSite} from "./site.ts";

const EN = {"accept-language": "en"};

async function openRanking(site: TestSite): Promise<{path: string; keyOf: ReadonlyMap<string, string>; text: string}> {
  const found = (await site.get("/search?q=wages+Moscow", EN)).text;
  const path = `/series/${/class="row-name" href="\/series\/(\w+)"/.exec(found)![1]}/territories`;
  const {text} = await site.get(path, EN);
  const boxes = [...text.matchAll(/name="series" value="(\w+)" aria-label="Compare: ([^"]+)"/g)];
  return {path, text, keyOf: new Map(boxes.map(([, key, name]) => [name!, key!]))};
}

const compared = (address: string): string[] =>
  new URL(address.replaceAll("&amp;", "&"), "http://x").searchParams.get("series")!.split(",");

test("a ranking compares its ten highest, its ten lowest or all that have a value by one link each [site.ranking-together]", async (t) => {
  const site = await openSite(t, {store: await openRegionalWages(t)});
  const {text, keyOf} = await openRanking(site);
  const byValue = [...keyOf.values()].slice(0, REGIONS.length - 1);
  const links = new Map(
    [...text.matchAll(/href="(\/compare\?[^"]*)" rel="nofollow">([^<]*)</g)].map(([, address, name]) => [
      name,
      compared(address!),
    ]),
  );
  assert.deepEqual(links.get("The highest 10"), byValue.slice(0, 10));
  assert.deepEqual(links.get("The lowest 10"), byValue.slice(-10));
  assert.deepEqual(links.get("All 11") ?? links.get("All\u00a011"), byValue);
  const level = /<a href="([^"]*)">federal districts \(3\)<\/a>/.exec(text)![1]!;
  const districts = (await site.get(level.replaceAll("&amp;", "&"), EN)).text;
  assert.match(districts, new RegExp(`rel="nofollow">All ${DISTRICTS.length}<`));
});

test("names typed into a ranking lead to their comparison; a name without a series here is told, and the others can be compared [site.ranking-together]", async (t) => {
  const site = await openSite(t, {store: await openRegionalWages(t)});
  const {path, keyOf} = await openRanking(site);
  const ask = (names: string) => site.get(`${path}?level=region&names=${encodeURIComponent(names)}`, EN);
  const [moscow, tatarstan] = [keyOf.get("Moscow"), keyOf.get("Republic of Tatarstan")];
  for (const names of ["Москва, Татарстан", "Moscow; Tatarstan", "Москва Татарстан"]) {
    const {status, headers} = await ask(names);
    assert.equal(status, 303, names);
    assert.deepEqual(compared(headers["location"]!), [moscow, tatarstan], names);
  }
  const partly = await ask("Москва, Атлантида, Татарстан, Центральный федеральный округ");
  assert.equal(partly.status, 200);
  assert.match(partly.text, /Not found here: Атлантида, Центральный федеральный округ\./);
  assert.match(
    partly.text,
    new RegExp(`href="/compare\\?series=${moscow}%2C${tatarstan}">Compare those that were found<`),
  );
  assert.doesNotMatch((await site.get(`${path}?as_of=2026-07-25`, EN)).text, /id="names"/);
});
