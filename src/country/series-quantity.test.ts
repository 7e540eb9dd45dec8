// Which units are of money: only their values have real terms.
import assert from "node:assert/strict";
import {test} from "node:test";
import {readOtherUnits, readUnits} from "../reference/reference.ts";
import {isMoneyUnit, quantityOfCodes} from "./series-quantity.ts";

test("a unit is of money by its code or its name in either language; a count of people is none [derived.real]", () => {
  for (const unit of [
    "384",
    "9803",
    "рубль",
    "млн. руб.",
    "billion_rubles",
    "rouble",
    "USD per tonne",
    "доллар США",
    "€",
  ])
    assert.ok(isMoneyUnit(unit), unit);
  for (const unit of [
    null,
    "792",
    "человек",
    "thousand_persons",
    "percent",
    "европа",
    "38",
    "rubella",
    "index",
    "trouble",
  ])
    assert.ok(!isMoneyUnit(unit), `${unit}`);
});

test("of the listed units those of money are the ones that name a currency [derived.real]", () => {
  const listed = [...readUnits(), ...readOtherUnits()].filter(({name}) => isMoneyUnit(name)).map(({name}) => name);
  assert.ok(listed.length >= 15, listed.join("; "));
  assert.deepEqual(
    listed.filter((name) => !/рубл|доллар|евро/.test(name)),
    [],
  );
});

test("a price is of money, whatever its unit is called [derived.real]", () => {
  const codes = {indicator: "USD", measure: null, transformation: null, unit: "per unit"};
  assert.equal(quantityOfCodes({provider: "cbr", code: "currency_rates"}, codes).isMoney, true);
  assert.equal(quantityOfCodes({provider: "own", code: "people"}, codes).isMoney, false);
});
