// The preview of a proposal for a workbook with one sheet, with a person's answers if they are given.
import {writeFile} from "node:fs/promises";
import {join} from "node:path";
import type {TestContext} from "node:test";
import {temporaryFolder} from "../../../test/warehouse.ts";
import {countryOf} from "../../country/countries.ts";
import {parseDay} from "../../statistics/time/day.ts";
import {type FixtureSheet, xlsxOf} from "../workbook/workbook.fixture.ts";
import type {Answers} from "./answers.ts";
import {type Preview, previewDescriptor} from "./preview.ts";

export async function previewOfRows(
  t: TestContext,
  rows: FixtureSheet["rows"],
  country = "RU",
  merges: string[] = [],
  given: Partial<Answers> = {},
): Promise<Preview> {
  const path = join(await temporaryFolder(t), "table.xlsx");
  await writeFile(path, xlsxOf([{name: "1", rows, merges}]));
  const names = {descriptor: null, builtIn: new Map(), provider: "me", dataset: "table"};
  const options = {country: countryOf(country)!, given: null, today: parseDay("2026-02-01")!, ...names};
  return await previewDescriptor(path, {...options, answers: {territory: null, unit: null, ofCountry: true, ...given}});
}
