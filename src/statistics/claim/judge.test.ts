import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {appendEstimate, createColumns, type Estimates, finishColumns} from "../history/estimates.ts";
import {agreementOf, type Decimal, decimalOf, mayAgree, readClaim} from "./claim.ts";
import {judgeClaim, settleVerdict, type Verdict} from "./judge.ts";

const MEASURED = {isPerCent: false, isLevel: true};

test("a claim is read with a decimal point or comma, blanks between thousands and any minus [verify.claim]", () => {
  const plain = (text: string): string | null => {
    const read = readClaim(text);
    return read === null ? null : `${read.digits}e-${read.decimals}`;
  };
  for (const text of ["86149", "86 149", "86\u00a0149", "86\u2009149", "86\u202f149", "+86149"])
    assert.equal(plain(text), "86149e-0", text);
  assert.equal(plain("-1,20"), "-120e-2");
  assert.equal(plain("−1.2"), "-12e-1");
  assert.equal(plain("1,234"), "1234e-3");
  assert.equal(plain("1,234,567"), "1234567e-0");
  assert.equal(plain("1,234.5"), "12345e-1");
  assert.equal(plain("1.234,5"), "12345e-1");
  for (const text of ["", "many", "1 23", "1..2", "5%", "1e5", "9".repeat(31)]) assert.equal(plain(text), null, text);
});

test("a value agrees with a claim up to half of its last digit, and no further [verify.rounded]", () => {
  const agrees = (claim: string, value: number) => agreementOf(readClaim(claim)!, decimalOf(value)!);
  assert.equal(agrees("98.8", 98.8), "exact");
  assert.equal(agrees("98.80", 98.8), "exact");
  assert.equal(agrees("99", 98.8), "rounded");
  assert.equal(agrees("99.0", 98.8), null);
  assert.equal(agrees("2.68", 2.675), "rounded");
  assert.equal(agrees("2.68", 2.6749), null);
  assert.equal(agrees("1", 1.5), "rounded");
  assert.equal(agrees("1", 1.5000001), null);
  assert.equal(agrees("0", 1e-7), "rounded");
  assert.equal(agrees("100000000000000000000000", 1e23), "exact");
});

test("a value half-way between two claims agrees with the one further from zero: a rate of 15.5 is 16 when rounded, and never 15 [verify.rounded]", () => {
  const agrees = (claim: string, value: number) => agreementOf(readClaim(claim)!, decimalOf(value)!, "away");
  assert.deepEqual([agrees("16", 15.5), agrees("15", 15.5), agrees("15", 15.49)], ["rounded", null, "rounded"]);
  assert.deepEqual(
    [agrees("-6", -5.5), agrees("-5", -5.5), agrees("0", 0.5), agrees("15.5", 15.5)],
    ["rounded", null, null, "exact"],
  );
});

const history = fc
  .array(
    fc.array(
      fc.double({noNaN: true, min: -1e6, max: 1e6}).map((value) => Number(value.toFixed(3))),
      {minLength: 1, maxLength: 4},
    ),
    {
      minLength: 1,
      maxLength: 6,
    },
  )
  .map((periods): Estimates => {
    const columns = createColumns(24);
    periods.forEach((values, period) => {
      values.forEach((value, day) => {
        appendEstimate(columns, 2000 + period, 10 * day, 1, value);
      });
    });
    return finishColumns(columns);
  });

test("no value that agrees with a claim is taken to be far from it, also just half of a digit away [verify.rounded]", () => {
  const claim = fc.record({
    digits: fc.bigInt({min: -(10n ** 18n), max: 10n ** 18n}),
    decimals: fc.integer({min: -9, max: 12}),
  });
  const away = fc.constantFrom(-0.5, -0.4999, 0, 0.4999, 0.5);
  fc.assert(
    fc.property(claim, away, fc.double({noNaN: true, noDefaultInfinity: true}), (one, part, any) => {
      const near = (Number(one.digits) + part) / 10 ** one.decimals;
      for (const value of [near, any]) {
        const published = decimalOf(value)!;
        if (agreementOf(one, published) !== null) assert.ok(mayAgree(one)(value), `${value}`);
      }
      assert.equal(mayAgree(one)(near + (2 + Math.abs(near) * 1e-6) / 10 ** Math.min(one.decimals, 0)), false);
    }),
    {numRuns: 2000},
  );
});

test("the estimate of any day is never no_match on that day, and match only if it is still the newest [verify.estimate-of-day]", () => {
  fc.assert(
    fc.property(history, fc.nat(), fc.boolean(), (all, index, names) => {
      const row = index % all.count;
      const [period, day, value] = [all.period[row]!, all.day[row]!, all.value[row]!];
      const {verdict, estimates, deciding} = judgeClaim(decimalOf(value)!, MEASURED, all, period, names ? day : null);
      assert.ok(["match", "was_true", "rounded"].includes(verdict), verdict);
      const newest = estimates.at(-1)!.value;
      if (verdict === "match") assert.equal(newest === value || Math.abs(newest - value) < 1e-12, true);
      assert.ok(
        agreementOf(decimalOf(value)!, decimalOf(estimates[deciding!]!.value)!) !== null || verdict === "rounded",
      );
    }),
  );
});

test("a claim further than rounding from every estimate never agrees [verify.no-false-match]", () => {
  const claims: fc.Arbitrary<Decimal> = fc.record({digits: fc.bigInt(-(10n ** 9n), 10n ** 9n), decimals: fc.nat(4)});
  fc.assert(
    fc.property(history, claims, fc.nat(), fc.boolean(), (all, claim, index, isPerCent) => {
      const period = all.period[index % all.count]!;
      const number = Number(claim.digits) / 10 ** claim.decimals;
      for (let row = 0; row < all.count; row++) {
        if (all.period[row] !== period) continue;
        fc.pre(Math.abs(all.value[row]! - number) > 0.5000001 * 10 ** -claim.decimals);
      }
      const {verdict} = judgeClaim(claim, {isPerCent, isLevel: false}, all, period, null);
      assert.ok(!["match", "rounded", "was_true"].includes(verdict), verdict);
    }),
  );
});

const one = (verdict: Verdict, relevance = 1000, unit = "percent", subject = "1 gdp") => ({
  verdict,
  relevance,
  unit,
  subject,
});

test("series that the words mean equally well and that disagree are ambiguous, unless only one unit has the number [verify.ambiguous]", () => {
  assert.equal(settleVerdict([one("match"), one("no_match")]).verdict, "ambiguous");
  assert.deepEqual(settleVerdict([one("no_match"), one("match", 1000, "roubles")]), {verdict: "match", index: 1});
  assert.equal(settleVerdict([one("match"), one("match", 1000, "roubles")]).verdict, "ambiguous");
  assert.deepEqual(settleVerdict([one("not_published"), one("match")]), {verdict: "match", index: 1});
  assert.equal(settleVerdict([one("no_match"), one("match", 500)]).verdict, "ambiguous");
  assert.equal(settleVerdict([one("match"), one("no_match", 959)]).verdict, "match");
  assert.equal(settleVerdict([one("match"), one("no_match", 960)]).verdict, "ambiguous");
  assert.equal(settleVerdict([one("match"), one("no_match", 850, "percent", "2 cpi")]).verdict, "ambiguous");
  assert.equal(settleVerdict([one("match"), one("no_match", 849, "percent", "2 cpi")]).verdict, "match");
});

test("a growth told by an index that was revised was true, and one told by the newest is in another form [verify.was-true]", () => {
  const columns = createColumns(2);
  appendEstimate(columns, 2005, 10, 1, 96.3);
  appendEstimate(columns, 2005, 20, 1, 97.5);
  const told = (digits: bigint) =>
    judgeClaim(
      {digits, decimals: 1},
      {isPerCent: true, isLevel: false, isOtherForm: true},
      finishColumns(columns),
      2005,
      null,
    ).verdict;
  assert.equal(told(-37n), "was_true");
  assert.equal(told(-25n), "other_form");
  assert.equal(told(963n), "other_form", "the index itself is no growth");
});
