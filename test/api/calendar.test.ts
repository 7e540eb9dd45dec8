// The calendar: expected releases by the api, and as a file that another program's parser reads.
import assert from "node:assert/strict";
import {writeFile} from "node:fs/promises";
import {join} from "node:path";
import {test} from "node:test";
import ICAL from "ical.js";
import {ryad} from "../command.ts";
import {openSite} from "../site/site.ts";
import {temporaryFolder} from "../warehouse.ts";
import {loadTidy, openWith} from "./packages.ts";

const CALENDAR = "/api/v1/calendar";
const LONG_NAME =
  "Индекс, который выходит; каждый месяц \\ по «календарю» и с именем на много букв длиннее одной строки файла";

const packages = [
  ...["2026-02-12", "2026-03-12", "2026-04-14", "2026-05-12", "2026-06-11"].flatMap((day) =>
    ["monthly", "closed"].map((dataset) => ({
      ...{dataset, published_at: day, rows: [`x,643,${day.slice(0, 4)},1`]},
      more: {name: LONG_NAME, archival: dataset === "closed"},
    })),
  ),
  ...["promised", "once"].map((dataset) => ({
    ...{dataset, published_at: "2026-06-01", rows: ["x,643,2026,1"]},
    ...(dataset === "promised" && {more: {next_release: "2026-07-20"}}),
  })),
];

const of = (json: {readonly items: readonly Record<string, unknown>[]}) =>
  json.items.map((row) => [row["day"], row["basis"], row["dataset_code"], row["source"], row["interval_days"]]);

test("the calendar has announced and estimated days, and one kind for each dataset, between two days [calendar.rows]", async (t) => {
  const api = await openWith(t, packages, {now: new Date("2026-07-01T12:00:00Z")});
  const {json, headers} = await api.get(CALENDAR);
  const estimated = ["2026-07-13", "estimated", "monthly", null, 28];
  const announced = ["2026-07-20", "announced", "promised", null, null];
  assert.deepEqual(of(json), [estimated, announced]);
  assert.deepEqual([json.total, json.has_more, headers["x-values"]], [2, false, undefined]);
  const rows = async (query: string) => of((await api.get(`${CALENDAR}?${query}`)).json);
  assert.deepEqual(await rows("from=2026-07-14"), [announced]);
  assert.deepEqual(await rows("to=2026-07-13"), [estimated]);
  assert.deepEqual(await rows("to=2026-07-12"), []);
  assert.deepEqual(await rows("from=2026-07-20&to=2026-07-20"), [announced]);
  assert.deepEqual(await rows("dataset=monthly&provider=showdata"), [estimated]);
  assert.deepEqual(await rows("provider=none"), []);
  const first = await api.get(`${CALENDAR}?limit=1`);
  assert.deepEqual([of(first.json), first.json.next_offset], [[estimated], 1]);
  assert.match(first.headers["link"] ?? "", /offset=1.*rel="next"/);
  assert.deepEqual(await rows("limit=1&offset=1"), [announced]);
  const etag = headers["etag"]!;
  assert.equal((await api.get(CALENDAR, {"if-none-match": etag})).status, 304);
  assert.equal((await api.get(`${CALENDAR}?from=2026-13-01`)).status, 422);
});

test("a list of announced days replaces the estimate and the later announced days, and its faults are named by line [calendar.announced]", async (t) => {
  const api = await openWith(t, packages, {now: new Date("2026-07-01T12:00:00Z")});
  const {dataFolder: data} = api;
  const file = join(await temporaryFolder(t), "days.csv");
  const announce = async (text: string) => {
    await writeFile(file, text);
    return ryad(["calendar", "announce", file, "--source", "the publisher", "--data", data], {
      RYAD_TODAY: "2026-07-01",
    });
  };
  const rows = async (query = "") =>
    of((await api.get(`${CALENDAR}?dataset=monthly${query}`)).json).map(([day, basis, , source]) => [
      day,
      basis,
      source,
    ]);
  const told = await announce("showdata,monthly,2026-07-10\nshowdata,monthly,2026-08-11\nshowdata,later,2026-08-11\n");
  assert.equal(told.code, 0, told.stderr);
  assert.match(told.stdout, /3 days of 2 datasets announced/);
  assert.deepEqual(await rows(), [
    ["2026-07-10", "announced", "the publisher"],
    ["2026-08-11", "announced", "the publisher"],
  ]);
  await announce("# moved\nshowdata,monthly,2026-08-12\n");
  assert.deepEqual(await rows(), [["2026-08-12", "announced", "the publisher"]]);
  const wrong = await announce("showdata,monthly,2026-08-12\nshowdata,2026-08-12\n");
  assert.deepEqual([wrong.code, /line 2 is not/.test(wrong.stderr)], [1, true]);
});

test("the calendar file is read by a parser of another program, with whole names and the kind of each day [calendar.rows]", async (t) => {
  const site = await openSite(t, {now: new Date("2026-07-01T12:00:00Z")});
  const folder = await temporaryFolder(t);
  for (const tidy of packages) await loadTidy(site.store, folder, tidy);
  const {text, headers} = await site.get("/calendar.ics?lang=ru");
  assert.equal(headers["content-type"], "text/calendar; charset=utf-8");
  const events = (file: string) =>
    new ICAL.Component(ICAL.parse(file)).getAllSubcomponents("vevent").map((component) => {
      const event = new ICAL.Event(component);
      return [
        event.startDate.toString(),
        event.summary,
        component.getFirstPropertyValue("status"),
        event.duration.toString(),
      ];
    });
  assert.deepEqual(events(text), [
    ["2026-07-13", `Выпуск, около этого дня (оценка): ${LONG_NAME}`, "TENTATIVE", "P1D"],
    ["2026-07-20", "Выпуск: promised (not official)", "CONFIRMED", "P1D"],
  ]);
  assert.deepEqual(events((await site.get("/calendar.ics?dataset=showdata/promised")).text).length, 1);
  assert.deepEqual(events((await site.get("/calendar.ics?provider=showdata")).text).length, 2);
  for (const query of ["provider=none", "dataset=showdata/none"])
    assert.equal((await site.get(`/calendar.ics?${query}`)).status, 404);
});
