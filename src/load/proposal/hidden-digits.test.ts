// What a proposal tells of digits behind those shown, and of a number of cases.
import assert from "node:assert/strict";
import {test} from "node:test";
import {previewOfRows} from "./preview.fixture.ts";

const cell = (number: number) => ({number, format: "0.0"});

test("values with many more digits than shown are told and never rounded [described.proposal]", async (t) => {
  const told = async (...values: readonly number[]) => {
    const rows = [["Добыча (тысяч тонн)"], [null, 2019, 2020, 2021], ["Уголь", ...values.map(cell)]];
    const {guesses, examples} = await previewOfRows(t, rows);
    return {digits: guesses.filter(({what}) => what.startsWith("decimals: ")).map(({what}) => what), examples};
  };
  const long = await told(96.39223331445275, 101.38114528783284, 94.5);
  assert.deepEqual(long.digits, [
    'decimals: most values have more digits than their cells show, as 96.39223331445275 for 96.4; "decimals": "shown" rounds them',
  ]);
  assert.equal(long.examples[0]!.value, "96.39223331445275");
  assert.deepEqual((await told(96.39223331445275, 101.4, 94.55555)).digits, []);
});

test("a number of cases for so many people has the unit of a count, and money for them is asked [described.proposal]", async (t) => {
  const unit = async (title: string) => {
    const rows = [[title], [null, 2019, 2020], ["Российская Федерация", 1.5, 2.5]];
    return (await previewOfRows(t, rows)).descriptor.tables[0]!.fixed?.unit;
  };
  assert.equal(await unit("Заболеваемость на 1000 человек населения"), "единица");
  assert.equal(await unit("Число родившихся на 1000 человек населения"), "единица");
  assert.equal(await unit("Расходы на 1000 человек населения"), undefined);
  assert.equal(await unit("Заболеваемость населения"), undefined);
});
