// Slips of the pen in periods.
import assert from "node:assert/strict";
import {test} from "node:test";
import {meantPeriod} from "./period-slips.ts";

test("a month with a wrong letter or in the wrong case is proposed as the month that it means, and nothing else is [described.proposal]", () => {
  for (const [text, meant] of [
    ["январь-сенртярь", "январь-сентябрь"],
    ["январь-ноября", "январь-ноябрь"],
    ["на 1 январь", "на 1 января"],
    ["Янв\u0430рь", null],
    ["февраль-март", null],
    ["окрябрь", "октябрь"],
    ["января", "январь"],
    ["январь", null],
    ["янврь-сентябр", "январь-сентябрь"],
    ["июнь-июль", null],
    ["на 1 июня", null],
    ["март-апрель", null],
    ["марта", "март"],
    ["июль", null],
    ["июгь", null],
    ["всего", null],
    ["год", null],
  ] as const)
    assert.equal(meantPeriod(text), meant, text);
});
