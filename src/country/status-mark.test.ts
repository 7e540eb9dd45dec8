import assert from "node:assert/strict";
import {test} from "node:test";
import {withoutStatusMark} from "./status-mark.ts";

test("a mark says how final the values of a period are, in brackets, behind a blank or glued to its digits; other words are none [described.period]", () => {
  for (const [text, bare, mark] of [
    ["2022 (уточн.)", "2022", "(уточн.)"],
    ["2022 г. (предв.)", "2022 г.", "(предв.)"],
    ["2022 год (оценка)", "2022 год", "(оценка)"],
    ["2023p", "2023", "p"],
    ["2023 r", "2023", "r"],
    ["2023ᵖ", "2023", "ᵖ"],
    ["Q1 2024 (preliminary)", "Q1 2024", "(preliminary)"],
    ["I квартал предв.", "I квартал", "предв."],
  ] as const)
    assert.deepEqual(withoutStatusMark(text), {text: bare, mark}, text);
  for (const text of [
    "2022",
    "2022 (план)",
    "2025 (прогноз)",
    "2022 (9 мес.)",
    "Europe",
    "Sep",
    "декабре",
    "2022 г.",
    "p",
  ])
    assert.equal(withoutStatusMark(text), null, text);
});
