import assert from "node:assert/strict";
import {test} from "node:test";
import {showsOtherCurrency} from "./currency-signs.ts";

test("a format with the sign of another currency than the unit's contradicts it, and a language or a space of its width is no sign [described.refuses]", () => {
  for (const [format, unit] of [
    ["[$€-407]#,##0.0", "доллар США"],
    ['"$"#,##0', "миллион рублей"],
    ["$#,##0.00", "тонна"],
    ["[$$-409]#,##0", "евро"],
    ["#,##0 [$₽-419]", "million US dollars"],
    ["[$£-809]#,##0", "US dollar"],
  ] as const)
    assert.equal(showsOtherCurrency(format, unit), true, `${format} ${unit}`);
  for (const [format, unit] of [
    ["[$€-407]#,##0.0", "миллион евро"],
    ['"$"#,##0', "доллар США"],
    ["#,##0 [$₽-419]", "тысяча рублей"],
    ["[$-419]#,##0", "тонна"],
    ["#,##0_$", "тонна"],
    ["#,##0.0", "тонна"],
  ] as const)
    assert.equal(showsOtherCurrency(format, unit), false, `${format} ${unit}`);
});
