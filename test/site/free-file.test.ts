// Files of a dataset without an account.
import assert from "node:assert/strict";
import {test} from "node:test";
import {openSampleStore, openSite} from "./site.ts";

const EN = {"accept-language": "en"};
const HOMES = "/datasets/fedstat/31452";

test("up to a hundred picked series are a file without an account, which counts like their comparison; more need one [site.dataset-free-file]", async (t) => {
  const site = await openSite(t, {store: await openSampleStore(t)});
  const {text} = await site.get(HOMES, EN);
  const [csv, xlsx] = [...text.matchAll(/<a class="button quiet" href="([^"]*values\.\w+)"/g)].map(([, path]) => path!);
  const whole = await site.get(csv!, EN);
  assert.equal(whole.status, 200);
  assert.match(whole.headers["content-disposition"] ?? "", /filename="31452\.csv"/);
  const keys = new Set(
    whole.text
      .trimEnd()
      .split("\n")
      .slice(1)
      .map((row) => row.split(";")[0]),
  );
  assert.equal(keys.size, 56);
  assert.equal((await site.get(xlsx!, EN)).rawPayload.subarray(0, 2).toString(), "PK");
  const picked = (await site.get(`${HOMES}?geo=45000000000`, EN)).text;
  const few = /href="([^"]*values\.csv\?[^"]*)"/.exec(picked)![1]!;
  assert.equal(
    new Set(
      (await site.get(few, EN)).text
        .trimEnd()
        .split("\n")
        .slice(1)
        .map((row) => row.split(";")[0]),
    ).size,
    2,
  );
  // 56 series are ten files of thirty a minute
  const statuses: number[] = [];
  for (let time = 0; time < 3; time++) statuses.push((await site.get(csv!, EN)).status);
  assert.deepEqual(statuses, [429, 429, 429]);
  const large = (await site.get("/datasets/fedstat/33459", EN)).text;
  assert.match(large, /href="\/datasets\/fedstat\/33459\/file"[^>]*>Download the selection as one file/);
  assert.doesNotMatch(large, /values\.csv/);
  const refused = await site.get("/datasets/fedstat/33459/values.csv", EN);
  assert.equal(refused.status, 413);
  assert.match(refused.text, /Without a sign-in a file has at most this number of series: 100\./);
  assert.equal((await site.get(`${HOMES}/values.csv?geo=0`, EN)).status, 404);
});
