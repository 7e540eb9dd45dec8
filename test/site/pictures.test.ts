// Comparisons and maps on other sites: as SVG, PNG, frame and oEmbed, over the sample warehouse.
import assert from "node:assert/strict";
import {test} from "node:test";
import {openSampleStore, openSite} from "./site.ts";

const EN = {"accept-language": "en", host: "ryad.example"};
const [GDP, RATE, FOOD, NON_FOOD] = ["ycowezjyqr7n2olm", "wspgztqv58axkpc2", "klksjte4fgvtljor", "klksj9f2lj0p2bvs"];
/** Fixed assets by region. */
const ASSETS = "39hcm55cjsidhfhn";

test("a comparison is a picture with title, unit, source and names at the ends of its lines, a frame that tells its height and has the crosshair, and an oEmbed answer [site.pictures site.line-names]", async (t) => {
  const site = await openSite(t, {store: await openSampleStore(t)});
  const wanted = `series=${FOOD},${NON_FOOD}`;
  const svg = await site.get(`/compare.svg?${wanted}`, EN);
  assert.equal(svg.headers["content-type"], "image/svg+xml; charset=utf-8");
  assert.equal(svg.headers["cross-origin-resource-policy"], "cross-origin");
  assert.doesNotMatch(svg.text, /<script|<style|style=/);
  assert.equal(svg.text.match(/<path d="M[^"]*"\/><path d="[^"]*" stroke-width="8"/g)?.length, 2);
  for (const part of [
    />per cent · against the previous month · Values beyond the edge of the chart: 8\./,
    />Rosstat · Ryad · published \d/,
    />January 1991 – /,
  ])
    assert.match(svg.text.replaceAll("\u00a0", " "), part);
  const names = [...svg.text.matchAll(/font-size="18" fill="#\w+">(<tspan.*?)<\/text>/g)].map(([, name]) => name);
  assert.equal(new Set(names).size, 2, `${names}`);
  for (const query of [wanted, `series=${GDP},${RATE}&as=axes`, `series=${GDP},${RATE}`]) {
    const png = await site.server.inject({url: `/compare.png?${query}`, headers: EN});
    assert.equal(png.headers["content-type"], "image/png");
    assert.deepEqual([png.rawPayload.readUInt32BE(16), png.rawPayload.readUInt32BE(20)], [1200, 630], query);
  }
  const frame = await site.get(`/embed/compare?${wanted}`, EN);
  assert.match(frame.headers["content-security-policy"] ?? "", /frame-ancestors \*$/);
  assert.doesNotMatch(frame.text, /<form|<iframe|<a href="[^h]/);
  assert.deepEqual(
    [...frame.text.matchAll(/<script[^>]*src="[^"]*\/([\w.]+)"/g)].map(([, name]) => name),
    ["embed.js", "compare.js"],
  );
  assert.equal(frame.text.match(/class="line line-\d"/g)?.length, 2, "the lines");
  assert.equal(frame.text.match(/class="sample line-\d"/g)?.length, 2, "the samples beside the latest values");
  const page = (await site.get(`/compare?${wanted}&years=5`, EN)).text;
  assert.match(page, /&lt;iframe src=&quot;http:.*embed\/.*compare\?.*years=5/s);
  const linked = /application\/json\+oembed" title="[^"]*" href="http:\/\/ryad\.example([^"]*)"/.exec(page)![1]!;
  assert.equal(frame.text.match(/>Ryad</g)?.length, 1, "the service is named once, in the link");
  const answer = JSON.parse((await site.get(linked.replaceAll("&amp;", "&"), EN)).text);
  assert.match(
    answer.html,
    /^<iframe src="http:\/\/ryad\.example\/embed\/compare\?series=\w+%2C\w+&amp;years=5&amp;lang=en"/,
  );
  assert.match(answer.thumbnail_url, /\/compare\.png\?series=/);
  assert.deepEqual([answer.thumbnail_width, answer.thumbnail_height], [1200, 630]);
  assert.match(page, /property="og:image" content="http:\/\/ryad\.example\/compare\.png\?series=[^"]*years=5/);
});

test("a tile map is a picture with the value in each tile, a frame, and an oEmbed answer; each has the period of its address [site.pictures]", async (t) => {
  const site = await openSite(t, {store: await openSampleStore(t)});
  const page = (await site.get(`/series/${ASSETS}/territories`, EN)).text;
  const [svg, older] = await Promise.all(
    ["", "?period=2020-01-01"].map(async (query) => (await site.get(`/map/${ASSETS}.svg${query}`, EN)).text),
  );
  assert.match(older!, /, 2020<\/text>/);
  assert.match(older!, />Rosstat · Ryad · published 26 November 2025 · Fixed assets/);
  assert.notEqual(svg, older);
  const tiles = page.match(/<g class="tile tile-\d">/g)!.length;
  assert.ok(tiles > 70);
  assert.equal(svg!.match(/text-anchor="middle">[\d,.]+</g)?.length, tiles, "one value in each tile that has one");
  const png = await site.server.inject({url: `/map/${ASSETS}.png`, headers: EN});
  assert.equal(png.headers["content-type"], "image/png");
  const frame = (await site.get(`/embed/map/${ASSETS}?period=2020-01-01`, EN)).text;
  assert.doesNotMatch(frame, /<form|<iframe|<a href="\//);
  assert.match(frame, /, 2020<\/h1>/);
  assert.match(page, /&lt;iframe src=&quot;http:.*embed\/.*map\//s);
  const linked = /application\/json\+oembed" title="[^"]*" href="http:\/\/ryad\.example([^"]*)"/.exec(page)![1]!;
  const answer = JSON.parse((await site.get(linked.replaceAll("&amp;", "&"), EN)).text);
  assert.match(answer.html, new RegExp(`^<iframe src="http://ryad\\.example/embed/map/${ASSETS}\\?lang=en"`));
});

test("a picture that cannot be drawn is refused with the reason and the next step [site.pictures]", async (t) => {
  const site = await openSite(t, {store: await openSampleStore(t)});
  const many = Array.from({length: 101}, (_, at) => String(at).padStart(16, "0")).join(",");
  const cases: readonly (readonly [path: string, told: RegExp])[] = [
    ["/compare.png", /The address names no series: give their keys in series=KEY,KEY/],
    [`/compare.svg?series=${FOOD},nothing`, /There is no such series: nothing\./],
    [`/embed/compare?series=${many}`, /There is no such series: |More than a hundred series/],
    [`/compare.png?series=${FOOD}~saar`, /that would give a wrong number/],
    [`/map/${GDP}.png`, /There is no map: fewer than ten regions/],
    [`/map/${ASSETS}.png?as_of=yesterday`, /write it as YYYY-MM-DD/],
    [`/embed/map/${ASSETS}?as_of=1990-01-01`, /There is no map/],
  ];
  for (const [path, told] of cases) {
    const {status, text} = await site.get(path, EN);
    assert.equal(status, 404, path);
    assert.match(text, told, path);
  }
  for (const url of ["/datasets", "/compare?series=nothing", `/series/${GDP}/territories`])
    assert.equal(
      (await site.get(`/oembed?url=${encodeURIComponent(`http://ryad.example${url}`)}`, EN)).status,
      404,
      url,
    );
});

test("a line without the fact by which the others differ has its indicator as its name [site.line-names]", async (t) => {
  const site = await openSite(t, {store: await openSampleStore(t)});
  const {text} = await site.get(`/compare?series=p2m5u18ez0ydfoyl,${ASSETS}`, EN);
  const names = [...text.matchAll(/class="line-\d-name"[^>]*>(.*?)<\/text>/g)].map(([, name]) =>
    name!.replace(/<[^>]*>/g, ""),
  );
  assert.deepEqual(names, ["Fixed assets at residual book value", "Agriculture, forestry, hunting and fishing"]);
});

test("two units are one chart with a scale at each edge if the address asks for it, else a chart for each unit [site.compare-axes]", async (t) => {
  const site = await openSite(t, {store: await openSampleStore(t)});
  const apart = (await site.get(`/compare?series=${GDP},${RATE}`, EN)).text;
  assert.equal(apart.match(/<figure>/g)?.length, 2);
  assert.doesNotMatch(apart, /plot-second/);
  const way = /href="(\/compare\?[^"]*as=axes[^"]*)">In one chart with two scales/.exec(apart)![1]!;
  const one = (await site.get(way.replaceAll("&amp;", "&"), EN)).text;
  assert.equal(one.match(/<figure>/g)?.length, 1);
  assert.match(one, /<figcaption>left scale: billion rubles; right scale: per cent/);
  const texts = (name: string): string[] => {
    const [, drawn] = new RegExp(`<svg class="chart ${name}"[^>]*>(.*?)</svg>`, "s").exec(one)!;
    return [...drawn!.matchAll(/y="([\d.]+)"/g)].map(([, y]) => y!);
  };
  assert.deepEqual(texts("plot-values"), texts("plot-values plot-second"), "the marks of both scales are side by side");
  assert.match(one, />In separate charts</);
  // three units have no second scale
  const three = (await site.get(`/compare?series=${GDP},${RATE},${FOOD}&as=axes`, EN)).text;
  assert.equal(three.match(/<figure>/g)?.length, 3);
});

test("a comparison takes a series by the words of its name: those that match are offered, without the chosen ones [site.compare-typed]", async (t) => {
  const site = await openSite(t, {store: await openSampleStore(t)});
  const typed = (await site.get(`/compare?series=${GDP}&add=key+rate`, EN)).text;
  assert.match(typed, /Which of these series do you want to add\?/);
  assert.match(typed, new RegExp(`href="/compare\\?series=${GDP}%2C${RATE}"`));
  assert.match(typed, /id="q" name="add" value="key rate"/);
  assert.doesNotMatch(typed, /no such series/);
  const again = (await site.get(`/compare?series=${RATE}&add=key+rate`, EN)).text;
  assert.doesNotMatch(again, new RegExp(`${RATE}%2C${RATE}`));
  assert.match((await site.get("/compare?add=zzzzzz", EN)).text, /No such series was found/);
  const byKey = (await site.get(`/compare?series=${GDP}&add=${RATE}`, EN)).text;
  assert.equal(byKey.match(/aria-label="Remove: /g)?.length, 2);
});

test("every picture can be had in dark colours, as SVG and PNG; a series and its release have their claim in it [site.dark-pictures site.pictures]", async (t) => {
  const site = await openSite(t, {store: await openSampleStore(t)});
  for (const path of [`/chart/${GDP}`, `/compare`, `/map/${ASSETS}`, "/releases/46"]) {
    const query = path === "/compare" ? `series=${FOOD},${RATE}` : "lang=en";
    const [light, dark] = await Promise.all(
      ["", "&theme=dark"].map(async (theme) => (await site.get(`${path}.svg?${query}${theme}`, EN)).text),
    );
    assert.match(light!, /<rect width="1200" height="\d+" fill="#fcfbf8"/, path);
    assert.match(dark!, /<rect width="1200" height="\d+" fill="#14171a"/, path);
    const png = await Promise.all(
      ["", "&theme=dark"].map((theme) => site.server.inject({url: `${path}.png?${query}${theme}`, headers: EN})),
    );
    assert.ok(!png[0]!.rawPayload.equals(png[1]!.rawPayload), path);
    assert.match(
      png[0]!.headers["cache-control"] as string,
      /^private/,
      "the address of a claim has the host of the request",
    );
  }
  const chart = (await site.get(`/chart/${GDP}.svg`, EN)).text;
  assert.match(chart, new RegExp(`<text [^>]*>http://ryad\\.example/c/${GDP}/[\\d-]+/[\\d-]+</text>`));
  const both = (await site.get(`/compare.svg?series=${FOOD},${RATE}`, EN)).text;
  assert.match(
    both,
    new RegExp(`<metadata>http://ryad\\.example/c/${FOOD}/\\S+ http://ryad\\.example/c/${RATE}/\\S+</metadata>`),
  );
  const computed = (await site.get(`/compare.svg?series=${FOOD}~change`, EN)).text;
  assert.doesNotMatch(computed, /<metadata>/, "nobody published a computed value");
});

test("the key rate is drawn in steps wherever it is published, and in no other way than its values: what is computed of it, and other series, are not [site.chart-steps]", async (t) => {
  const site = await openSite(t, {store: await openSampleStore(t)});
  const linesOf = async (address: string): Promise<string[]> =>
    [...(await site.get(address, EN)).text.matchAll(/ d="(M[\d.-]+ [\d.-]+[HL][^"]*)"/g)].map(([, path]) => path!);
  const isStepped = (path: string): boolean => path.includes("H") && !path.includes("L");
  const seven = ["ycowezi561r1ssck", "pfavkf8enjk1cnp3", GDP, FOOD, NON_FOOD, "5kqxp1izgze4bei2"];
  for (const [address, expected] of [
    [`/series/${RATE}`, [true]],
    [`/embed/${RATE}`, [true]],
    [`/chart/${RATE}.svg`, [true]],
    [`/compare?series=${RATE},${GDP}&as=published`, [true, false]],
    [`/compare.svg?series=${RATE},${GDP}&as=published`, [true, false]],
    [`/compare?series=${[RATE, ...seven]}&as=published`, [true, ...seven.map(() => false)]],
    [`/compare.svg?series=${[RATE, ...seven]}&as=published`, undefined],
    [`/compare?series=${RATE}~change`, [false]],
    [`/series/${FOOD}`, [false]],
  ] as const) {
    const drawn = (await linesOf(address)).map(isStepped);
    if (expected === undefined) assert.equal(drawn.filter(Boolean).length, 1, address);
    else assert.deepEqual(drawn, expected, address);
  }
  assert.match((await site.get(`/series/${RATE}`, EN)).text, /<figure class="series-chart"[^>]* data-stepped/);
  const tiles = (await site.get("/", EN)).text.split('<li class="figure').slice(1);
  for (const tile of tiles) {
    const [, path = ""] = / d="(M[^"]*)"/.exec(tile) ?? [];
    assert.equal(isStepped(path), tile.includes(RATE), tile);
  }
  assert.ok(tiles.some((tile) => tile.includes(RATE)));
});
