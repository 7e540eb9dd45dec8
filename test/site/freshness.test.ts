// What a series and its dataset say of their freshness.
import assert from "node:assert/strict";
import {test} from "node:test";
import {COUNTRY, loadTidy} from "../api/packages.ts";
import {temporaryFolder, temporaryStore} from "../warehouse.ts";
import {openSampleStore, openSite} from "./site.ts";

const EN = {"accept-language": "en"};

test("where a dataset has ended, its years say so too, although years have longer terms than months [site.freshness]", async (t) => {
  const {store} = await temporaryStore(t);
  await loadTidy(store, await temporaryFolder(t), {
    dataset: "prices",
    published_at: "2025-06-10",
    header: "indicator,class,geo,freq,period,value",
    rows: [`x,a,${COUNTRY},M,2025-05,1`, `x,b,${COUNTRY},M,2025-05,1`, `x,a,${COUNTRY},A,2024,1`],
  });
  const site = await openSite(t, {store, now: new Date("2026-07-15T12:00:00Z")});
  const dataset = (await site.get("/datasets/showdata/prices", EN)).text;
  assert.match(dataset, /<span class="badge ended">no newer values here<\/span>/);
  const keys = new Set([...dataset.matchAll(/href="\/series\/(\w{16})"/g)].map(([, key]) => key!));
  assert.equal(keys.size, 3);
  for (const key of keys)
    assert.match(
      (await site.get(`/series/${key}`, EN)).text,
      /<span class="badge ended">no newer values here<\/span>/,
      key,
    );
});

test("home, the list of datasets, the page of a dataset, /silence and the pages of its series name one state by the same words [site.freshness]", async (t) => {
  const site = await openSite(t, {store: await openSampleStore(t), now: new Date("2026-04-15T12:00:00Z")});
  const words = {silent: "silent for longer than usual", overdue: "overdue", ended: "no newer values here"};
  const found = new Set<string>();
  for (const day of ["2026-04-15", "2026-07-15", "2026-09-15", "2026-12-15"]) {
    site.clock.now = new Date(`${day}T12:00:00Z`);
    const list = (await site.get("/datasets", EN)).text;
    const silence = (await site.get("/silence", EN)).text;
    const home = (await site.get("/", EN)).text;
    const counts = new Map<string, number>();
    for (const [, path = "", badge = ""] of list.matchAll(
      /class="row-name" href="(\/datasets\/[^"]+)"[\s\S]*?<span class="badge [a-z]+">([^<]+)<\/span>/g,
    )) {
      const card = (await site.get(path, EN)).text;
      assert.match(card, new RegExp(`<dt>Freshness</dt><dd><span class="badge [a-z]+">${badge}</span>`), path);
      const state = Object.entries(words).find(([, word]) => badge.startsWith(word))?.[0];
      const [, key] = /href="\/series\/(\w{16})"/.exec(card) ?? [];
      const series = (await site.get(`/series/${key}`, EN)).text;
      if (state === undefined) {
        assert.doesNotMatch(silence, new RegExp(`href="${path}"[\\s\\S]{0,200}<span class="badge`), path);
        continue;
      }
      found.add(state);
      counts.set(state, (counts.get(state) ?? 0) + 1);
      assert.match(card, /(?:Since|Expected on) \d+ \w+ \d{4}: /, path);
      assert.ok(silence.includes(`href="${path}"`) && silence.includes(`>${badge}</span>`), `${day} ${path}`);
      if (!series.includes("badge stalled")) {
        assert.match(series, new RegExp(`<span class="badge [a-z]+">(?:data )?${badge}</span>`), `${day} ${path}`);
        assert.match(series, /<p class="quiet state">(?:Since|Expected on) \d+ /);
      }
    }
    for (const state of ["silent", "overdue"] as const)
      assert.equal(
        /\d+$/.exec(new RegExp(`${words[state]}: \\d+`).exec(home)?.[0] ?? "0")![0],
        String(counts.get(state) ?? 0),
        `${day} ${state}`,
      );
  }
  assert.deepEqual([...found].sort(), ["ended", "overdue", "silent"]);
});

test("each count of home leads to a list of exactly so many datasets [site.freshness]", async (t) => {
  const site = await openSite(t, {store: await openSampleStore(t), now: new Date("2026-11-15T12:00:00Z")});
  const home = (await site.get("/", EN)).text;
  const links = [...home.matchAll(/href="(\/datasets\?status=[a-z]+)">[^<]*: (\d+)<\/a>/g)];
  assert.ok(links.some(([, path]) => path!.endsWith("archival")) && links.some(([, path]) => path!.endsWith("ended")));
  for (const [, path = "", count = ""] of links) {
    const rows = (await site.get(path, EN)).text.match(/class="row-name"/g);
    assert.equal(rows?.length, Number(count), path);
  }
});

test("an archival dataset is said to be a copy without new values, and its computed values too; it expects no next release and offers the feed instead of a calendar [site.freshness]", async (t) => {
  const site = await openSite(t, {store: await openSampleStore(t), now: new Date("2026-11-15T12:00:00Z")});
  const card = (await site.get("/datasets/cbr/key_rate", EN)).text;
  assert.match(card, /This copy of the dataset is archival: no new values come here\./);
  const [, key] = /href="\/series\/(\w{16})"/.exec(card)!;
  const series = (await site.get(`/series/${key}`, EN)).text;
  assert.match(series, /This copy of the dataset is archival/);
  const derived = (await site.get(`/series/${key}/derived`, EN)).text;
  assert.match(derived, /<span class="badge[^"]*">archival<\/span>[\s\S]*This copy of the dataset is archival/);
  const ended = (await site.get("/datasets/rosstat_files/cpi_monthly", EN)).text;
  for (const text of [card, series, derived, (await site.get(`/compare?series=${key}`, EN)).text]) {
    assert.doesNotMatch(text, /Be told of the next release|Tell me by email/);
    assert.match(
      text,
      /Next release[\s\S]{1,60}none is expected; if one comes, it is in the feed: <a href="\/updates\.atom/,
    );
  }
  assert.match(ended, /Be told of the next release[\s\S]{1,200}no day is announced[\s\S]+Tell me by email/);
  assert.match((await site.get("/silence", EN)).text, /it may go on, and this copy be old\./);
  for (const text of [ended, (await site.get("/updates", EN)).text]) assert.doesNotMatch(text, /calendar\.ics/);
  const russian = (await site.get("/datasets/rosstat_files/cpi_monthly?lang=ru")).text;
  assert.match(russian, /<span class="badge ended">новых данных здесь нет<\/span>/);
  assert.match(russian, /новые значения опаздывают больше чем на три периода и три месяца/);
});
