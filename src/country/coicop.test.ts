import assert from "node:assert/strict";
import {test} from "node:test";
import {readClassEnglish, readCoicop} from "../reference/reference.ts";
import {englishName, namesIn, russianName} from "./names.ts";

test("both editions of COICOP are whole at two levels, and a Russian name is that of the Russian list [site.english-names]", () => {
  const counts = (edition: string, length: number): number =>
    readCoicop().filter((one) => one.edition === edition && one.code.length === length).length;
  assert.deepEqual([counts("1999", 2), counts("1999", 4), counts("2018", 2), counts("2018", 4)], [12, 47, 13, 52]);
  assert.equal(new Set(readCoicop().map(({edition, code}) => `${edition} ${code}`)).size, readCoicop().length);
  const official = new Set(readClassEnglish().flatMap((one) => (one.classification === "coicop" ? [one.name] : [])));
  for (const {russian, english, code} of readCoicop()) {
    if (russian !== null) assert.ok(official.has(russian), `${code} ${russian}`);
    assert.doesNotMatch(english, /[А-Яа-яЁё;]/);
  }
});

test("a class of COICOP has a Russian name for its English one, and both for a code that means the same in both editions [site.english-names]", () => {
  const [russian, english] = [namesIn("ru"), namesIn("en")];
  assert.equal(russian.of("Food and non-alcoholic beverages"), "Продукты питания и безалкогольные напитки");
  assert.equal(russian.of("PURCHASE OF VEHICLES"), "Покупка транспортных средств");
  assert.deepEqual(
    [russian.of("CP04"), english.of("CP04")].map((name) => name.slice(0, 7)),
    ["Жилищны", "Housing"],
  );
  assert.deepEqual(
    [russian.of("CP045"), english.of("CP045")].map((name) => name.slice(0, 11)),
    ["Электроэнер", "Electricity"],
  );
  assert.equal(english.of("CP13"), "Personal care, social protection and miscellaneous goods and services");
  for (const name of ["CP12", "CP061", "CP99", "CP0451", "01.1", "01", "Spaceships", "Services for alcohol"])
    assert.deepEqual([russianName(name), englishName(name)], [null, null], name);
  assert.equal(russian.of("Insurance and financial services"), "Insurance and financial services", "none is known");
});
