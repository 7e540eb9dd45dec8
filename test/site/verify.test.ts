// The page that verifies a claim, over the sample warehouse, as a reader without a token and without a script gets it.
import assert from "node:assert/strict";
import {test} from "node:test";
import {openStore} from "../../src/store/open.ts";
import {makeSampleFolder} from "../sample-folder.ts";
import {openSite} from "./site.ts";

test("/verify has a form, and says of 98.8 for the growth of 2016-Q1 that it was true, in both languages, until the limit of the address [verify.page]", async (t) => {
  const store = await openStore({dataFolder: await makeSampleFolder(t)});
  t.after(() => store.close());
  const site = await openSite(t, {store});
  const claim = "/verify?q=gdp+yearly+growth&period=2016-Q1&value=98.8";
  const form = (await site.get("/verify", {"accept-language": "en"})).text;
  assert.match(form, /<label for="claim-value">Number<\/label><input type="text" id="claim-value" name="value"/);
  assert.doesNotMatch(form, /noindex/);
  const english = (await site.get(claim, {"accept-language": "en"})).text;
  assert.match(
    english,
    /data-verdict="was_true"><strong>Was true: the number was published, and revised or withdrawn later\./,
  );
  assert.match(english, /noindex/);
  for (const shown of ["98.8", "99.6", "99.5", "31 May 2016", "29 Apr 2017", "30 Apr 2018"])
    assert.ok(english.replaceAll(/[\u00a0\u202f]/g, " ").includes(shown), shown);
  assert.match(english, /\/series\/ycowezi561r1ssck\?as_of=2016-05-31/);
  assert.match(english, /<code>98\.8<\/code>/);
  const russian = (await site.get(claim, {"accept-language": "ru"})).text;
  assert.match(russian, /Было верно: число публиковалось, потом его пересмотрели или сняли\./);
  const byKey = await site.get("/verify?series=ycowezi561r1ssck&period=2016-Q1&value=98.8", {"accept-language": "en"});
  assert.match(byKey.text, /data-verdict="was_true"/);
  const unsure = (await site.get("/verify?q=inflation&period=2015-01&value=15", {"accept-language": "en"})).text;
  assert.match(unsure, /data-verdict="ambiguous"/);
  const odd = (await site.get("/verify?q=%3Cscript%3E&value=%22many", {"accept-language": "en"})).text;
  assert.match(odd, /Write one number/);
  assert.doesNotMatch(odd, /<script>/);
  const denied = `gdp yearly growth${" ".repeat(400)}was never`;
  const long = (await site.get(`/verify?value=98.8&period=2016-Q1&q=${denied.replaceAll(" ", "+")}`)).text;
  assert.match(long, /не больше 400 букв/);
  assert.doesNotMatch(long, /data-verdict/);
  let status = 200;
  for (let query = 0; query < 31 && status === 200; query++) status = (await site.get(claim)).status;
  assert.equal(status, 429);
});
