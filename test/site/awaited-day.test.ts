// The day of the next release on pages: on that day it is the next one, from the day after on it is the day on which it was expected.
import assert from "node:assert/strict";
import {test} from "node:test";
import {seriesKey} from "../../src/statistics/catalogue/catalogue.ts";
import {loadTidy} from "../api/packages.ts";
import {temporaryFolder, temporaryStore} from "../warehouse.ts";
import {openSite} from "./site.ts";

const EN = {"accept-language": "en", host: "ryad.example"};

const rowOf = (text: string, label: string): string | undefined =>
  new RegExp(`<dt[^>]*>${label}</dt>\\s*<dd[^>]*>(.*?)</dd>`, "s")
    .exec(text)?.[1]
    ?.replace(/<[^>]*>/g, "")
    .replaceAll("\u00a0", " ")
    .trim();

test("an announced day is the next release until it ends, and from the day after on the day on which one was expected, until it comes [site.expected]", async (t) => {
  const {store} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  const load = (published_at: string, period: string, next_release: string) =>
    loadTidy(store, folder, {published_at, rows: [`x,643,${period},1`], more: {next_release}});
  await load("2026-06-19", "2026-05", "2026-07-20");
  const site = await openSite(t, {store, now: new Date("2026-07-20T20:00:00Z")});
  const key = seriesKey("showdata", "demo", {
    ...{indicator: "x", classification: null, measure: null, transformation: null, unit: null},
    ...{frequency: "M", territory: "643"},
  });
  const paths = ["/datasets/showdata/demo", `/series/${key}`];
  const shown = async (): Promise<(string | undefined)[][]> =>
    Promise.all(
      paths.map(async (path) => {
        const {text} = await site.get(path, EN);
        return [rowOf(text, "Next release"), rowOf(text, "Release was expected")];
      }),
    );
  assert.deepEqual(await shown(), Array(2).fill(["20 Jul 2026", undefined]), "the day itself");
  site.clock.now = new Date("2026-07-21T08:00:00Z");
  assert.deepEqual(await shown(), Array(2).fill([undefined, "20 Jul 2026"]), "the day after");
  const russian = (await site.get(paths[0]!, {...EN, "accept-language": "ru"})).text;
  assert.equal(rowOf(russian, "Выпуск ожидался"), "20 июл. 2026");
  assert.equal(rowOf(russian, "Следующий выпуск"), undefined);
  await load("2026-07-21", "2026-06", "2026-08-20");
  assert.deepEqual(await shown(), Array(2).fill(["20 Aug 2026", undefined]), "it has come");
});

test("an estimated day that has passed is told as one on which a release was expected, on the page of the dataset and in lists [site.expected]", async (t) => {
  const {store} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  for (const [at, day] of ["2026-02-12", "2026-03-13", "2026-04-14", "2026-05-14", "2026-06-15"].entries())
    await loadTidy(store, folder, {published_at: day, rows: [`x,643,2026-0${at + 1},1`]});
  const site = await openSite(t, {store, now: new Date("2026-07-15T20:00:00Z")});
  const shown = async () => {
    const listed = await Promise.all(
      ["/calendar", "/updates", "/"].map(async (path) => (await site.get(path, EN)).text),
    );
    const {text} = await site.get("/datasets/showdata/demo", EN);
    return {
      lists: listed.map((one) =>
        /<time datetime="2026-07-15">([^<]*)<\/time>/.exec(one)?.[1]?.replaceAll("\u00a0", " "),
      ),
      row: [rowOf(text, "Next release"), rowOf(text, "Release was expected")],
    };
  };
  const day = "about 15 Jul 2026";
  assert.deepEqual(
    await shown(),
    {lists: Array(3).fill(day), row: [`${day} an estimate`, undefined]},
    "the day itself",
  );
  site.clock.now = new Date("2026-07-16T08:00:00Z");
  const passed = {lists: Array(3).fill(`was expected ${day}`), row: [undefined, `${day} an estimate`]};
  assert.deepEqual(await shown(), passed, "the day after");
});
