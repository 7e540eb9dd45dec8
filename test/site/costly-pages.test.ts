// Pages that are costly to draw: a limit by address, and one drawing for all visitors.
import assert from "node:assert/strict";
import {test} from "node:test";
import {loadTidy, MOSCOW, SAINT_PETERSBURG} from "../api/packages.ts";
import {temporaryFolder, temporaryStore} from "../warehouse.ts";
import {ONE_WORKER} from "../worker-stores.ts";
import {openSite} from "./site.ts";

const EN = {"accept-language": "en"};

test(
  "a page that is the same for all is drawn once until the data change; only drawing counts against the limit of an address [site.drawn-once site.drawn-limit]",
  ONE_WORKER,
  async (t) => {
    const {store} = await temporaryStore(t);
    const folder = await temporaryFolder(t);
    const load = (value: number, day: string) =>
      loadTidy(store, folder, {
        published_at: day,
        rows: [`x,${MOSCOW},2026-01,${value}`, `x,${SAINT_PETERSBURG},2026-01,7`],
      });
    await load(41, "2026-02-10");
    const site = await openSite(t, {store});
    const found = (await site.get("/search?q=x", EN)).text;
    const key = /\/series\/(\w{16})/.exec(found)![1]!;
    const page = `/series/${key}/territories`;
    for (let i = 0; i < 200; i++) assert.equal((await site.get(page, EN)).status, 200);
    assert.match((await site.get(page, EN)).text, />41</);
    assert.match((await site.get(page, {"accept-language": "ru"})).text, /Сравнение территорий/);
    await load(43, "2026-03-10");
    assert.match((await site.get(page, EN)).text, />43</);

    const drawn = await Promise.all(
      Array.from({length: 130}, (_, i) => i).map((i) => site.get(`/search?q=word${i}`, EN)),
    );
    assert.ok(drawn.every(({status}) => status === 200 || status === 429 || status === 503));
    for (let i = 0; i < 130; i++) await site.get(`/search?q=word${i}`, EN);
    const refused = await site.get("/search?q=another", EN);
    assert.deepEqual([refused.status, refused.headers["retry-after"]], [429, "60"]);
    assert.equal((await site.get(page, EN)).status, 200, "what is drawn already");
    assert.equal((await site.get(`/series/${key}`, EN)).status, 200, "what is not costly");
    site.clock.now = new Date(site.clock.now.getTime() + 60_000);
    assert.equal((await site.get("/search?q=another", EN)).status, 200);
  },
);
