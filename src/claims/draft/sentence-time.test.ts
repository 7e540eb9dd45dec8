import assert from "node:assert/strict";
import {test} from "node:test";
import {parsePeriod} from "../../statistics/time/day.ts";
import {baseOf} from "./claim-time.ts";
import {portionsOf} from "./portions.ts";
import {timesOf} from "./sentence-time.ts";

/** The periods of the figures of a sentence. */
function periodsIn(sentence: string, earlier: string | null = null, isEnglish = false) {
  const portions = portionsOf(sentence, isEnglish);
  const times = timesOf(portions, earlier === null ? null : parsePeriod(earlier));
  return times.filter((_, at) => portions[at]!.figure !== null).map(({known}) => known);
}

const periods = (...texts: string[]) => texts.map((text) => parsePeriod(text));

test("three months are a quarter, a day and a last quarter are read, and a month stands behind its year [verify.draft]", () => {
  assert.deepEqual(periodsIn("в июле–сентябре 2020 г. было 6,3 %"), periods("2020-Q3"));
  assert.deepEqual(periodsIn("between April and June 2018 it was 1.8 percent", null, true), periods("2018-Q2"));
  assert.deepEqual(periodsIn("с 16 февраля ставка равна 15,5 %", "2026-03"), periods("2026-02-16"));
  assert.deepEqual(periodsIn("в последней четверти 2022 года было 3,8 %"), periods("2022-Q4"));
  assert.deepEqual(periodsIn("2022-й, 3,8 % в четвёртом квартале", "2022"), periods("2022-Q4"));
});

test("a time by its distance counts from the clause before, and for its own number alone [verify.draft]", () => {
  assert.deepEqual(periodsIn("в IV квартале 2022 г. 3,8 % против 4,3 % годом ранее"), periods("2022-Q4", "2021-Q4"));
  assert.deepEqual(periodsIn("4,3 % за тот же период предыдущего года", "2022-Q4"), periods("2021-Q4"));
  assert.deepEqual(periodsIn("за тот же период 2020-го — 76,2 тыс. рублей", "2021-Q3"), periods("2020-Q3"));
  assert.deepEqual(periodsIn("через год сократился до 38 807 млрд руб.", "2008"), periods("2009"));
  assert.deepEqual(periodsIn("finished the year at 5.6%", "2025-03", true), periods("2025-12"));
  assert.deepEqual(periodsIn("it was 9.25% twelve months before", "2025-12", true), periods("2024-12"));
  assert.deepEqual(periodsIn("год назад, на неделе по 13 ноября, было 3,38 %", "2024-11-11"), periods("2023-11-13"));
});

test("a period with which a number is compared is not its own [verify.draft]", () => {
  const [portion] = portionsOf("GDP was 1.8 percent larger than in the same quarter of 2017", true);
  assert.deepEqual(timesOf([portion!], parsePeriod("2018-Q2"))[0]!.compared, parsePeriod("2017"));
  const [index] = portionsOf("индекс в декабре 1999 года к декабрю 1998 года составил 136,53 %", false);
  const {known, compared} = timesOf([index!], null)[0]!;
  assert.deepEqual([known, compared], periods("1999-12", "1998-12"));
  const [other] = portionsOf("в сравнении с мартом 2017 года оборот прибавил 2 %", false);
  assert.deepEqual(timesOf([other!], parsePeriod("2018-03"))[0]!.known, parsePeriod("2018-03"));
});

test("the year of a month may stand later in the sentence [verify.draft]", () => {
  assert.deepEqual(periodsIn("в январе 1,62 %, а март 2026 года принёс 0,6 %"), periods("2026-01", "2026-03"));
});

test("a sentence that begins with its distance has that time to its end, unless another one is named [verify.draft]", () => {
  assert.deepEqual(
    periodsIn("Годом ранее ставка была 21 %, а инфляция — 9,52 %", "2025-12"),
    periods("2024-12", "2024-12"),
  );
  assert.deepEqual(
    periodsIn("Год назад, в декабре 2024 года, инфляция достигала 9,52 %", "2025-11"),
    periods("2024-12"),
  );
});

test("the end of a year is a month where months are spoken of, and the number from which it changed has its own time [verify.draft]", () => {
  assert.deepEqual(periodsIn("а к концу 2021-го опустилась до 4,3 %", "2020-Q3"), periods("2021-Q4"));
  assert.deepEqual(
    periodsIn(
      "averaged 4.0 percent in 2022, down from 4.8 percent in 2021; in the fourth quarter it was 3.8 percent",
      null,
      true,
    ),
    periods("2022", "2021", "2022-Q4"),
  );
});

test("a quarter is told as the opening or the final one, by its months, or by its number alone [verify.draft]", () => {
  assert.deepEqual(periodsIn("in the opening quarter of 2016 it was 1.2 percent", null, true), periods("2016-Q1"));
  assert.deepEqual(periodsIn("to 0.9% in the final quarter", "2017", true), periods("2017-Q4"));
  assert.deepEqual(periodsIn("за первые три месяца 2016 года 19,1 %"), periods("2016-Q1"));
  assert.deepEqual(periodsIn("in those three months it was 19.1 percent", "2016-Q1", true), periods("2016-Q1"));
  assert.deepEqual(periodsIn("в третьем — 101,8 %", "2017-Q1"), periods("2017-Q3"));
});

test("what only a quarter can be is not told of another period [verify.draft]", () => {
  const isOfPeriod = (sentence: string, earlier: string, isEnglish: boolean) =>
    timesOf(portionsOf(sentence, isEnglish), parsePeriod(earlier))[0]!.isOfPeriod;
  assert.equal(isOfPeriod("in those three months it was 5 percent", "2016-01", true), false);
  assert.equal(isOfPeriod("в третьем 5 %", "2016", false), false);
  assert.equal(isOfPeriod("two months earlier it was 5 percent", "2016-Q3", true), false);
});

test("the next period and one some periods away are counted from the one before [verify.draft]", () => {
  assert.deepEqual(periodsIn("and in the three that followed at 20.6 percent", "2016-Q1", true), periods("2016-Q2"));
  assert.deepEqual(periodsIn("в следующем квартале было 5 %", "2016-Q4"), periods("2017-Q1"));
  assert.deepEqual(periodsIn("к апрелю следующего года откатилась до 2,3 %", "2022-04"), periods("2023-04"));
  assert.deepEqual(periodsIn("двумя годами ранее было 5,8 %", "2022"), periods("2020"));
  assert.deepEqual(periodsIn("three months earlier it was 5 percent", "2021-Q2", true), periods("2021-Q1"));
  assert.deepEqual(periodsIn("over the year as a whole it averaged 5.8%", "2020-Q3", true), periods("2020"));
});

test("what prices rose by since December is compared with it, also on a day [verify.draft]", () => {
  const [portion] = portionsOf("картофель с декабря прибавил 1,96 %", false);
  const {known, compared, clause} = timesOf([portion!], parsePeriod("2023-01-09"))[0]!;
  assert.deepEqual(known, parsePeriod("2023-01-09"));
  assert.deepEqual(
    baseOf(compared!, known, clause.isSame)?.map(({meaning}) => meaning),
    ["ytd"],
  );
});

test("a date in brackets before any number is that of the numbers behind it [verify.draft]", () => {
  assert.deepEqual(periodsIn("Города (на 1 января 2020 года) и люди: 1,6 млн"), periods("2020-01-01"));
  assert.deepEqual(periodsIn("было 5 % (в 2019 году 4 %), стало 6 %", "2020"), periods("2020", "2019", "2020"));
});

test("December on December is a base, and two years are no period [verify.draft]", () => {
  assert.deepEqual(periodsIn("for 2025, December on December, it was 5.24%", null, true), periods("2025"));
  const [portion] = portionsOf("за два года опустилась до 4 %", false);
  assert.equal(portion!.clause.isOfUnclearTime, true);
});

test("a limit and a base behind the number are no time of it, and a number in brackets behind a base is of the base [verify.draft]", () => {
  assert.deepEqual(periodsIn("it was 5%, the lowest since 2020", "2025", true), periods("2025"));
  assert.deepEqual(periodsIn("its fastest pace since 2012, before slowing to 2%", "2017-Q2", true), periods("2017-Q2"));
  assert.deepEqual(periodsIn("the slowest since May 2023, when it was 5%", "2025-12", true), periods("2023-05"));
  assert.deepEqual(periodsIn("это на 2 % больше, чем в марте 2017-го", "2018-03"), periods("2018-03"));
  assert.deepEqual(periodsIn("на 2 % ниже, чем в июле (8 %)", "2025-08"), periods("2025-08", "2025-07"));
  assert.deepEqual(periodsIn("up 11.52% on December 2023", "2024-12", true), periods("2024-12"));
  assert.deepEqual(
    periodsIn("in the same period of 2020, at the height of the pandemic, it stood at 6.1%", "2022-Q4", true),
    periods("2020-Q4"),
  );
  assert.deepEqual(periodsIn("2.2% in Q3 and 1% in the last three months of the year", "2017-Q1", true), [
    ...periods("2017-Q3", "2017-Q4"),
  ]);
});

test("a month without a year may be of another year that is named or the nearest one, and no time may be that of the number before [verify.draft]", () => {
  const othersIn = (sentence: string, earlier: string, isEnglish = false) => {
    const portions = portionsOf(sentence, isEnglish);
    const at = portions.findLastIndex(({figure}) => figure !== null);
    return timesOf(portions, parsePeriod(earlier), [parsePeriod(earlier)!])[at]!.others;
  };
  assert.deepEqual(othersIn("it has been 16% since December 22", "2026-02-16", true), periods("2025-12-22"));
  assert.deepEqual(othersIn("в январе 15 %", "2014-12"), periods("2015-01"));
  assert.deepEqual(othersIn("в ноябре 15 %", "2014-12"), []);
  assert.deepEqual(
    othersIn("0.9%, against 2.2% a quarter before, which was first told as 1.8%", "2017-Q4", true),
    periods("2017-Q3"),
  );
});

test("a number with which another is compared has the time behind it, and a base has none [verify.draft]", () => {
  const one = "grew 1.5% in 2017 after contracting 0.2% the year before";
  assert.deepEqual(periodsIn(one, null, true), periods("2017", "2016"));
  assert.deepEqual(
    periodsIn("1 point higher than the 4.4% of a year earlier", "2020-Q3", true).at(-1),
    parsePeriod("2019-Q3"),
  );
  assert.deepEqual(periodsIn("rose 2% from a year earlier", "2020-Q3", true), periods("2020-Q3"));
});
