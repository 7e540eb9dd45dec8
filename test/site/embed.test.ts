// The chart of a series on other sites: as a frame, an SVG and a PNG.
import assert from "node:assert/strict";
import {test} from "node:test";
import {seriesKey} from "../../src/statistics/catalogue/catalogue.ts";
import {COUNTRY, loadTidy} from "../api/packages.ts";
import {temporaryFolder, temporaryStore} from "../warehouse.ts";
import {ODD, openOddStore} from "./odd-store.ts";
import {openSampleStore, openSite} from "./site.ts";

const EN = {"accept-language": "en"};

test("only the page for frames may be framed; it has no form and no script but that of its height, and any site may show the PNG [site.frames site.embed site.preview]", async (t) => {
  const site = await openSite(t, {store: await openOddStore(t)});
  const embed = await site.get(`/embed/${ODD.stopped}`, EN);
  assert.match(embed.headers["content-security-policy"] ?? "", /frame-ancestors \*$/);
  assert.equal(embed.headers["x-frame-options"], undefined);
  assert.doesNotMatch(embed.text, /<form|<iframe/);
  assert.equal(embed.text.match(/<script/g)?.length, 1);
  assert.match(embed.text, /<script type="module" src="\/assets\/\w+\/embed\.js"><\/script>/);
  assert.match(embed.text, /not updated since January 2025/);
  assert.match(
    embed.text,
    /<h1><span lang="ru">[^<]*<\/span>, <span lang="ru">Сыры сычужные<\/span>, Russian Federation<\/h1>/,
  );
  const drawing = await site.get(`/chart/${ODD.longName}.svg`, EN);
  assert.equal(drawing.headers["content-type"], "image/svg+xml; charset=utf-8");
  assert.match(drawing.headers["content-security-policy"] ?? "", /frame-ancestors 'none'$/);
  assert.equal(drawing.headers["cross-origin-resource-policy"], "cross-origin");
  assert.doesNotMatch(drawing.text, /<script|<style|style=|<b>/);
  assert.match(drawing.text, /aria-label="[^"]*, Russian Federation\. per cent/);
  assert.match(drawing.text, />[^<,]*наименование показателя, Очень длинное[^<]*…</);
  const picture = await site.server.inject({
    url: `/chart/${ODD.longName}.png`,
    headers: {...EN, "accept-encoding": "gzip"},
  });
  assert.equal(picture.headers["content-encoding"], undefined, "a picture is packed by itself");
  assert.equal(picture.headers["content-type"], "image/png");
  assert.equal(picture.headers["cross-origin-resource-policy"], "cross-origin");
  const older = await site.server.inject({url: `/chart/${ODD.longName}.png?as_of=2025-06-20`, headers: EN});
  assert.notDeepEqual(older.rawPayload, picture.rawPayload);
  assert.equal((await site.get(`/chart/${ODD.gaps}.png?as_of=yesterday`)).status, 404);
  const named = /application\/json\+oembed" title="[^"]*" href="http:\/\/ryad\.example([^"]*)"/.exec(
    (await site.get(`/series/${ODD.revised}`, {...EN, host: "ryad.example"})).text,
  )!;
  const told = await site.get(named[1]!.replaceAll("&amp;", "&"), {...EN, host: "ryad.example"});
  const {type, title, html, width} = JSON.parse(told.text);
  assert.deepEqual([type, title, width], ["rich", "Индекс цен, Хлеб, Russian Federation", 720]);
  assert.match(html, new RegExp(`^<iframe src="http://ryad\\.example/embed/${ODD.revised}\\?lang=en"`));
  const elsewhere = await site.get(`/oembed?url=http://other.example/series/${ODD.revised}`, {
    ...EN,
    host: "ryad.example",
  });
  assert.equal(elsewhere.status, 404);
  assert.match(
    (await site.get(`/series/${ODD.longName}`, {...EN, host: "ryad.example"})).text,
    /property="og:image" content="http:\/\/ryad\.example\/chart\/\w+\.png\?lang=en"/,
  );
  for (const path of [`/series/${ODD.gaps}`, "/compare", `/series/${ODD.gaps}/territories`])
    assert.equal((await site.get(path, EN)).headers["x-frame-options"], "DENY", path);
  assert.equal((await site.get(`/embed/${ODD.gaps}?as_of=yesterday`)).status, 404);
});

test("the page of a series leads to its citation files and has the code of a frame [site.citation-files]", async (t) => {
  const site = await openSite(t, {store: await openOddStore(t)});
  const {text} = await site.get(`/series/${ODD.longName}`, EN);
  const permalink = /<a href="([^"]*digest=[^"]*)"/.exec(text)![1]!.replaceAll("&amp;", "&");
  assert.match(text, /&lt;iframe src=&quot;http[^ ]*embed\/[^ ]* title=&quot;[^<]*&lt;\/iframe&gt;/);
  for (const [type, day] of [
    ["bib", /^ {2}date = \{\d{4}-\d\d-\d\d\},$/m],
    ["ris", /^DA {2}- \d{4}\/\d\d\/\d\d\r$/m],
  ] as const) {
    assert.match(text, new RegExp(`href="/series/${ODD.longName}\\.${type}\\?lang=en"`));
    const got = await site.get(`/series/${ODD.longName}.${type}?lang=en`);
    assert.equal(got.status, 200);
    assert.ok(got.text.includes(permalink), got.text);
    assert.match(got.text, day);
    assert.match(
      got.headers["content-disposition"] ?? "",
      new RegExp(`^attachment; filename="${ODD.longName}_[\\d-]+\\.${type}"`),
    );
    assert.equal((await site.get(`/series/${ODD.longName}.${type}?as_of=1990-01-01`)).status, 404, "nothing was known");
    assert.equal((await site.get(`/series/${ODD.longName}.${type}?as_of=yesterday`)).status, 404);
  }
});

test("the pictures, the frame, its code and the preview of a page have the part of the chart that its address has chosen [site.embed site.preview]", async (t) => {
  const {store} = await temporaryStore(t);
  const years = Array.from({length: 24}, (_, at) => 2001 + at);
  await loadTidy(store, await temporaryFolder(t), {
    dataset: "wages",
    header: "indicator,geo,freq,period,value",
    rows: years.map((year) => `pay,${COUNTRY},A,${year},${year === 2003 ? 999 : 100 + year - 2000}`),
  });
  const site = await openSite(t, {store});
  const key = seriesKey("showdata", "wages", {
    ...{indicator: "pay", classification: null, measure: null, transformation: null, unit: null},
    ...{frequency: "A", territory: COUNTRY},
  });
  const host = {...EN, host: "ryad.example"};
  const drawnOf = async (path: string): Promise<string> => (await site.get(path, host)).text.replaceAll("&amp;", "&");
  const frameOf = (text: string): string =>
    /src="(http:\/\/ryad\.example\/embed[^"]*)"/.exec(
      text.replaceAll(/<wbr>/g, "").replaceAll("&amp;", "&").replaceAll("&quot;", '"'),
    )![1]!;
  for (const [part, span] of [
    ["range=5", "2019–2024"],
    ["from=2002-01-01&to=2004-01-01", "2002–2004"],
  ] as const) {
    const text = await drawnOf(`/series/${key}?${part}`);
    assert.equal(text.match(new RegExp(`/chart/${key}\\.(png|svg)\\?[^"]*${part}`, "g"))!.length, 5, part);
    assert.ok(frameOf(text).includes(part), part);
    assert.ok((await drawnOf(`/embed/${key}?${part}`)).includes(`${span}; lowest`), part);
    assert.notEqual(await drawnOf(`/chart/${key}.svg?${part}`), await drawnOf(`/chart/${key}.svg`));
    const {rawPayload} = await site.server.inject({url: `/chart/${key}.png?${part}`, headers: EN});
    assert.notDeepEqual(rawPayload, (await site.server.inject({url: `/chart/${key}.png`, headers: EN})).rawPayload);
    const told = JSON.parse(
      await drawnOf(`/oembed?url=${encodeURIComponent(`http://ryad.example/series/${key}?${part}`)}`),
    );
    assert.ok(told.html.includes(part));
  }
  const [whole, longer] = [await drawnOf(`/embed/${key}`), await drawnOf(`/embed/${key}?range=90&from=x`)];
  assert.equal(longer, whole, "a part longer than the series is the whole");
  assert.match(frameOf(await drawnOf(`/compare?series=${key}&years=5`)), /[?&]years=5/);
  const samples = await openSite(t, {store: await openSampleStore(t)});
  const computed = await samples.get("/series/ycowezjyqr7n2olm/derived?derive=yoy_pct&years=5", host);
  assert.match(frameOf(computed.text.replaceAll("&amp;", "&")), /\/embed\/compare\?.*[?&]years=5/);
});
