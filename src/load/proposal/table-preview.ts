// The preview of a file as a person wants it: read by a descriptor, or by the proposal that rests on what stands beside the file.
//
// A country that nobody named, but that is the usual one, reads the words of tables; it is never their territory.
import {readFileSync} from "node:fs";
import {COUNTRIES, countryOf, DEFAULT_COUNTRY} from "../../country/countries.ts";
import {Refusal} from "../../service/refusal.ts";
import {dayText, type StatedDay} from "../../statistics/time/day.ts";
import {declaredTable} from "../declared/data-package.ts";
import {type CodedDescriptor, isForCodedFile, readCodedDescriptor} from "../described/descriptor/descriptor-json.ts";
import {datasetOfFile, OWN_PROVIDER} from "../input/own-name.ts";
import {collectSourceFiles, withDescriptor} from "../input/source-files.ts";
import {builtInDescriptors} from "../sources/described-workbooks.ts";
import {findParser} from "../sources/sources.ts";
import {knownDay} from "../undated/proposed-day.ts";
import type {Answers} from "./answers.ts";
import {type Preview, type PreviewOptions, previewDescriptor, readOnce} from "./preview.ts";

/** What a person and the operator said of a table; null: nothing. */
export interface SaidOfTable {
  /** The code of the country that the person named. */
  readonly country: string | null;
  /** That of the operator. */
  readonly usualCountry: string | null;
  readonly published: StatedDay | null;
  /** Path. */
  readonly descriptor: string | null;
  readonly provider: string | null;
  readonly dataset: string | null;
  readonly answers: Omit<Answers, "country" | "ofCountry">;
}

/** @param served the day of its server; null: it was not fetched. @throws Refusal */
export async function previewTable(
  path: string,
  said: SaidOfTable,
  served: string | null,
  today: StatedDay,
): Promise<Preview<object>> {
  const named = said.country ?? said.usualCountry;
  const country = countryOf((named ?? DEFAULT_COUNTRY.code).toUpperCase());
  if (country === null)
    throw new Refusal(
      `--country has to be one of ${COUNTRIES.map((one) => one.code).join(", ")}, not ${JSON.stringify(said.country)}`,
    );
  const declared = declaredTable(path);
  const options: PreviewOptions = {
    country,
    given: said.published,
    today,
    declared,
    known: knownDay(path, {declared, served, today}),
    descriptor: said.descriptor,
    builtIn: builtInDescriptors(),
    provider: said.provider ?? OWN_PROVIDER,
    dataset: said.dataset ?? datasetOfFile(path, country, declared?.name ?? null),
    answers: {...said.answers, country: said.country !== null, ofCountry: named !== null},
  };
  return (await previewCoded(path, options)) ?? (await previewDescriptor(path, options));
}

/**
 * The values of a coded file with the descriptor beside it, which says what its dates mean and nothing else: the file's own parser reads it.
 * null: the descriptor is for a workbook or a table of text. @throws Refusal if the file is no coded file
 */
export async function previewCoded(path: string, options: PreviewOptions): Promise<Preview<CodedDescriptor> | null> {
  const text = options.descriptor === null ? null : readFileSync(options.descriptor, "utf8").replace(/^\ufeff/, "");
  if (text === null || !isForCodedFile(text)) return null;
  const found = await collectSourceFiles(path);
  const {files} = await withDescriptor(found, {text});
  const parser = (await findParser(found.files)) === null ? null : await findParser(files);
  if (parser === null)
    throw new Refusal(
      `${path} is no coded file, and its descriptor describes no tables`,
      "describe its tables too: docs/adding-a-source.md",
    );
  const {provider, dataset, given, today} = options;
  const read = (day: StatedDay | null) => {
    const hints = {provider, dataset, publishedAt: day === null ? null : dayText(day)};
    return readOnce((sink) => parser.parse(files, hints, sink));
  };
  // A file that has its day refuses another one.
  const {values, examples, losses} = given !== null ? await read(given) : await read(null).catch(() => read(today));
  return {descriptor: readCodedDescriptor(text), guesses: [], publishedAt: null, values, examples, losses};
}
