// A session of Excel and one of Power BI, replayed request by request, with each answer checked by the rules of Microsoft's reader; planted
// faults prove that the reader notices them.
import assert from "node:assert/strict";
import {test} from "node:test";
import {type Json, type Live, startLive} from "./live.ts";
import {createStrictReader, type Send, StrictFault} from "./strict-reader.ts";

const plain: Send = (url, headers) => fetch(url, {headers, redirect: "manual"});
const SMALL_PAGES: Send = (url, headers) => plain(url, {...headers, Prefer: "odata.maxpagesize=100"});

/** The requests of Power Query for the steps of docs/odata.md: previews, only columns, then the folded query. */
const FOLDED =
  "observations?$filter=dataset_code%20eq%20%2731452%27%20and%20geo%20eq%20%2745000000000%27%20and%20period%20ge%202020-01-01&$select=period%2Cvalue%2Ctitle";

/** Everything that one refresh asks, in its order. Gives the rows of the folded query. */
async function refresh(live: Live, send: Send) {
  const reader = createStrictReader(`${live.origin}/api/v1/odata`, live.token, send);
  await reader.probe();
  const sets = await reader.serviceDocument();
  assert.deepEqual(sets, ["series", "observations"]);
  const model = await reader.metadata();
  assert.deepEqual(model.get("observations")?.key, ["series_key", "period"]);
  const preview = await reader.rows(model, "series?$top=1000");
  assert.equal(preview.length, 1000);
  assert.equal((await reader.rows(model, "observations?$top=1000")).length, 1000);
  const refused = await reader.error("observations?$top=1001", 400);
  assert.match(refused.message, /dataset/);
  assert.deepEqual(await reader.rows(model, "observations?$top=0"), []);
  const columns = await reader.rows(model, `${FOLDED}&$top=0`);
  assert.deepEqual(columns, []);
  const rows = await reader.rows(model, FOLDED);
  await reader.error("series?$apply=aggregate($count%20as%20n)", 501);
  await reader.error("nothing", 404);
  const all = await reader.rows(model, "observations?$filter=dataset_code eq '31452'".replaceAll(" ", "+"));
  assert.equal(new Set(all.map(({series_key, period}) => `${series_key} ${period}`)).size, all.length);
  return {rows, all};
}

test("a refresh of Excel and Power BI reads all answers, and finds the values of the other routes [odata.reader]", async (t) => {
  const live = await startLive(t);
  const {rows, all} = await refresh(live, plain);
  const answer = await live.get("/api/v1/data?dataset=31452&geo=45000000000&start=2020");
  const slice = (await answer.json()) as Json;
  const values = (list: readonly {period?: unknown; value?: unknown}[]) =>
    list.map(({period, value}) => `${period} ${value}`).sort();
  assert.deepEqual(values(rows), values(slice.observations));
  assert.ok(rows.length > 5);
  const paged = await refresh(live, SMALL_PAGES);
  assert.deepEqual(paged.all, all, "pages of a hundred rows are the same rows");
});

test("the same with the key in the query, as Power Query sends it for [ApiKeyName] [odata.reader odata.api-key-link]", async (t) => {
  const live = await startLive(t);
  const inQuery: Send = (url, headers) => {
    const {Authorization: _, ...rest} = headers as {Authorization?: string};
    const own = new URL(url);
    if (_?.startsWith("Basic ") && !own.searchParams.has("api_key")) own.searchParams.set("api_key", live.token);
    return SMALL_PAGES(own.href, rest);
  };
  const {all} = await refresh(live, inQuery);
  assert.ok(all.length > 1000);
});

type Damage = (headers: Headers, body: string) => string;

const FAULTS: Readonly<Record<string, Damage>> = {
  "a relative next link": (_headers, body) => body.replace(/("@odata\.nextLink":")https?:\/\/[^/]+/, "$1"),
  "a relative context": (_headers, body) => body.replace(/("@odata\.context":")https?:\/\/[^/]+/, "$1"),
  "another version": (headers, body) => {
    headers.set("odata-version", "4.01");
    return body;
  },
  "a version twice": (headers, body) => {
    headers.append("odata-version", "4.0");
    return body;
  },
  "another type of content": (headers, body) => {
    headers.set("content-type", "text/html; charset=utf-8");
    return body;
  },
  "a value as text": (_headers, body) => body.replace(/"value":(-?[\d.]+)/, '"value":"$1"'),
  "a member that is not declared": (_headers, body) => body.replace('"series_key":', '"surplus":1,"series_key":'),
  "a member that is left out": (_headers, body) => body.replace(/"measure":(null|"[^"]*"),/, ""),
  "an error in the envelope": (_headers, body) => body.replace(/^\{"error":\{/, '{"request_id":"x","error":{'),
  "a navigation property": (_headers, body) =>
    body.replace("<Key>", '<NavigationProperty Name="x" Type="Ryad.Series"/><Key>'),
};

test("the reader finds each fault planted in the answers [odata.reader]", async (t) => {
  const live = await startLive(t);
  for (const [name, damage] of Object.entries(FAULTS)) {
    await t.test(name, async () => {
      const damaged: Send = async (url, headers) => {
        const response = await SMALL_PAGES(url, headers);
        const own = new Headers(response.headers);
        own.delete("content-encoding");
        own.delete("content-length");
        const body = await response.text();
        return new Response(response.status === 204 ? null : damage(own, body), {
          status: response.status,
          headers: own,
        });
      };
      await assert.rejects(refresh(live, damaged), StrictFault);
    });
  }
});
