// How final a series is, as a sentence on its page and its embed.
import assert from "node:assert/strict";
import {test} from "node:test";
import {createApi} from "../api/client.ts";
import {ODD, openOddStore} from "./odd-store.ts";
import {openSite} from "./site.ts";

test("the page and the embed of a revised series say in how many periods it was revised and how often up, as the api counts [finality.shown]", async (t) => {
  const store = await openOddStore(t);
  const site = await openSite(t, {store});
  const api = await createApi(t, store);
  const {json} = await api.get(`/api/v1/series/${ODD.revised}/observations?finality=1&limit=1`);
  const {periods, revised_share, up} = json.series.finality;
  const revised = Math.round(periods * revised_share);
  assert.ok(revised > 0 && up > 0 && up < revised);
  for (const path of [`/series/${ODD.revised}`, `/embed/${ODD.revised}`]) {
    const plain = async (lang: string) =>
      (await site.get(`${path}?lang=${lang}`)).text.replaceAll("\u00a0", " ").replaceAll("&nbsp;", " ");
    assert.ok((await plain("en")).includes(`Revised in ${revised} of ${periods} periods, ${up} time`), path);
    assert.ok((await plain("ru")).includes(`Пересмотрен в ${revised} из ${periods} периодов, ${up} раз`), path);
  }
  assert.ok(!(await site.get(`/embed/${ODD.stopped}?lang=en`)).text.includes("Revised in"));
});
