// Rates of the Bank of Russia through the command and the api: partial answers are added to each other, a changed rate is held.
import assert from "node:assert/strict";
import {writeFile} from "node:fs/promises";
import {join} from "node:path";
import {test} from "node:test";
import {openApi} from "./api/client.ts";
import {ryad} from "./command.ts";
import {temporaryFolder} from "./warehouse.ts";

const daily = (day: string, rates: Readonly<Record<string, [nominal: number, value: string, name: string]>>) =>
  `<?xml version="1.0" encoding="utf-8"?><ValCurs Date="${day}">${Object.entries(rates)
    .map(
      ([id, [nominal, value, name]]) =>
        `<Valute ID="${id}"><Nominal>${nominal}</Nominal><Name>${name}</Name><Value>${value}</Value></Valute>`,
    )
    .join("")}</ValCurs>`;

const dynamic = (id: string, rates: Readonly<Record<string, string>>) =>
  `<?xml version="1.0" encoding="utf-8"?><ValCurs ID="${id}">${Object.entries(rates)
    .map(([day, value]) => `<Record Date="${day}" Id="${id}"><Nominal>1</Nominal><Value>${value}</Value></Record>`)
    .join("\n")}</ValCurs>`;

test("answers for one currency and for one day make one dataset; the new rouble of 1998 is a declared break in the dollar, and no series continues under another key [cbr.denomination cbr.rates]", async (t) => {
  const [data, folder] = [await temporaryFolder(t), await temporaryFolder(t)];
  const load = async (name: string, text: string) => {
    await writeFile(join(folder, name), text);
    return ryad(["load", join(folder, name), "--data", data]);
  };
  const dollar = {"30.12.1997": "5\u00a0960,0000", "01.01.1998": "5,9600"};
  const first = await load("dollar.xml", dynamic("R01235", dollar));
  assert.equal(first.stdout, "cbr/exchange_rates of 1998-01-01: 2 new values, 0 revised\n", first.stderr);
  assert.equal((await load("pound.xml", dynamic("R01035", {"30.12.1997": "9\u00a0900,0000"}))).code, 0);
  const day = {R01060: [100, "22,3221", "Армянских драмов"], R09999: [1, "5", "Дублон"]} as const;
  assert.equal((await load("day.xml", daily("15.03.2022", day as never))).code, 0);
  assert.equal((await load("later.xml", daily("16.03.2022", {R01060: [100, "22,5", "Армянских драмов"]}))).code, 0);

  const changed = await load(
    "again.xml",
    dynamic("R01235", {...dollar, "06.01.1998": "5,9630", "01.01.1998": "5,9700"}),
  );
  assert.equal(changed.code, 1);
  assert.match(changed.stderr, /not-revised: 1 published value would change .*5\.96 would become 5\.97/);

  const api = await openApi(t, data);
  const ask = async (path: string) => (await api.get(`/api/v1/${path}`)).json as never;
  const slice: {
    series: {class_label: string; series_key: string; continues_as: string | null}[];
    observations: object[];
  } = await ask("data?dataset=exchange_rates&geo=country&class=R01235&labels=1");
  const [dollars] = slice.series;
  assert.equal(dollars!.class_label, "Доллар США (USD)");
  assert.equal(dollars!.continues_as, null);
  assert.deepEqual(
    slice.observations.map((row) => ({...row, series_key: undefined})),
    [
      {series_key: undefined, period: "1997-12-30", value: 5960, as_of: "1998-01-01"},
      {series_key: undefined, period: "1998-01-01", value: 5.96, as_of: "1998-01-01"},
    ],
  );
  const breaks: {items: Record<string, unknown>[]} = await ask("reference/continuity");
  assert.deepEqual(
    breaks.items.map((row) => [row["class_from"], row["class_to"], row["period"]]),
    [
      ["R01035", "R01035", "1998-01-01"],
      ["R01235", "R01235", "1998-01-01"],
    ],
  );
  assert.equal(breaks.items[1]!["series_key"], dollars!.series_key);
  assert.equal(breaks.items[1]!["continues_as"], dollars!.series_key);
  const codes: {items: {class: string; name: string}[]} = await ask("reference/codes?dataset=exchange_rates");
  assert.deepEqual(
    codes.items.map((row) => [row.class, row.name]),
    [
      ["R01035", "Фунт стерлингов Соединенного королевства (GBP)"],
      ["R01060", "Армянский драм (AMD)"],
      ["R01235", "Доллар США (USD)"],
      ["R09999", "Дублон"],
    ],
  );
  const observations: {notes: {scope: string; text: string}[]} = await ask(
    `series/${dollars!.series_key}/observations`,
  );
  assert.match(JSON.stringify(observations.notes), /1000 прежних/);
  assert.equal((await ryad(["check", "--deep", "--data", data])).code, 0);
});

test("a list of currencies alone is a release without values, and its names stay after rates are loaded [cbr.currencies]", async (t) => {
  const [data, folder] = [await temporaryFolder(t), await temporaryFolder(t)];
  const list = `<Valuta name="x"><Item ID="R09999"><Name>Дублон</Name><Nominal>1</Nominal><ISO_Num_Code>36</ISO_Num_Code><ISO_Char_Code>XYZ</ISO_Char_Code></Item></Valuta>`;
  await writeFile(join(folder, "list.xml"), list);
  const {code, stderr} = await ryad(["load", join(folder, "list.xml"), "--published", "1997-01-01", "--data", data]);
  assert.equal(code, 0, stderr);
  await writeFile(join(folder, "rates.xml"), dynamic("R09999", {"30.12.1999": "5"}));
  assert.equal((await ryad(["load", join(folder, "rates.xml"), "--data", data])).code, 0);
  const {json} = await (await openApi(t, data)).get("/api/v1/reference/codes?dataset=exchange_rates");
  assert.deepEqual(
    json.items.map(({name}: {name: string}) => name),
    ["Дублон (XYZ)"],
  );
  assert.equal((await ryad(["check", "--deep", "--data", data])).code, 0);
});
