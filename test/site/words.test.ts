// Every page of the samples in English: no Russian name where there is an English one, and no code where there is a word.
import assert from "node:assert/strict";
import {test} from "node:test";
import {ADDRESSES} from "./addresses.ts";
import {openSampleStore, openSite, type TestSite} from "./site.ts";

/** Cities, and texts that are only published in Russian: notes, methodologies, file names. */
const PUBLISHED = /<(\w+)(?=[^>]*\blang="ru")[^>]*>(?:[^<]|<(?!\/?\1\b))*<\/\1>/g;

/** The visible words of a page, without codes, examples and links to the other language. */
async function wordsOf(site: TestSite, address: string): Promise<string> {
  site.clock.now = new Date(site.clock.now.getTime() + 1000);
  const {text} = await site.get(address, {"accept-language": "en"});
  return text.replace(/<(script|style|title|pre|code|datalist)\b.*?<\/\1>/gs, " ").replace(/<input[^>]*>/g, " ");
}

test("an English page of the samples has Russian only in cities and published texts, which are marked as Russian [site.english-names]", async (t) => {
  const site = await openSite(t, {store: await openSampleStore(t)});
  const found: string[] = [];
  for (const address of Object.values(ADDRESSES).flat()) {
    const page = await wordsOf(site, address);
    const unmarked = page.replace(PUBLISHED, " ").replace(/<[^>]*>/g, " ");
    for (const [word] of unmarked.matchAll(/[а-яё][а-яё ,.()–-]*/gi)) found.push(`${address}: ${word}`);
    for (const [, name] of page.matchAll(/<(?:h1|a class="row-name")[^>]*>(?:<span lang="ru">)([^<]*)/g))
      if (!/city_population|\/territories\?level=city/.test(address)) found.push(`${address}: the name ${name}`);
  }
  assert.deepEqual(found, []);
});

test("no page of the samples shows a code of a measure, a unit or an indicator where a word exists [site.no-codes]", async (t) => {
  const site = await openSite(t, {store: await openSampleStore(t)});
  const found: string[] = [];
  for (const address of Object.values(ADDRESSES).flat()) {
    const shown = (await wordsOf(site, address)).replace(/<[^>]*>/g, " ").replace(/https?:\S+/g, " ");
    // a note of a package about the parameter of the interface
    for (const [word] of shown.matchAll(/\b[a-z]+(?:_[a-z0-9]+)+\b(?!\.)/g))
      if (word !== "as_of") found.push(`${address}: ${word}`);
  }
  assert.deepEqual(found, []);
});
