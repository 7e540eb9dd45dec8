// The body of a slice, JSON or CSV, written straight from the packed histories into one buffer.
//
// The writers and the columns are used again from answer to answer: a body is written in one synchronous stretch, never two at once.
import {createSliceCsvWriter} from "../formats/slice-csv.ts";
import {createSliceJsonWriter} from "../formats/slice-json.ts";
import {type Catalogue, keyAt} from "../statistics/catalogue.ts";
import {createObservations} from "../statistics/history/observations.ts";
import {readWindow} from "../statistics/history/window.ts";
import {ApiError} from "./errors.ts";
import {csvColumns, type DescriptionContext, describeCells} from "./series-description.ts";
import {describePage} from "./series-page.ts";
import {narrowingHint, type PageSeries} from "./slice-page.ts";

/** No JSON answer is larger: 60,000 values of 17 digits each would be (SPEC "about 6 MB"). */
export const MAX_JSON_BYTES = 6_500_000;

const observations = createObservations();
const jsonWriter = createSliceJsonWriter();
const csvWriter = createSliceCsvWriter();

/** `tail` holds the members after `observations`. Throws DamagedHistory, and SLICE_TOO_BIG when the text grows too long. */
export function writeJsonSlice(
  catalogue: Catalogue,
  page: readonly PageSeries[],
  context: DescriptionContext,
  tail: object,
): Buffer {
  jsonWriter.begin(
    describePage(
      catalogue,
      page.map(({position}) => position),
      context,
    ),
  );
  for (const series of page) {
    readWindow(series.history, series.window, series.periods, observations);
    jsonWriter.observations(keyAt(catalogue, series.position), observations);
  }
  const body = jsonWriter.end(tail);
  if (body.length > MAX_JSON_BYTES) throw tooLong(page, body.length);
  return body;
}

/** Throws DamagedHistory. A CSV has no ceiling of bytes: each of its rows repeats the description of its series. */
export function writeCsvSlice(catalogue: Catalogue, page: readonly PageSeries[], form: CsvForm): Buffer {
  const {labels, decimal, bom} = form;
  csvWriter.begin({columns: csvColumns(catalogue, labels), decimal, bom});
  for (const series of page) {
    readWindow(series.history, series.window, series.periods, observations);
    csvWriter.observations(describeCells(catalogue, series.position, labels), observations);
  }
  return csvWriter.end();
}

export interface CsvForm {
  readonly labels: boolean;
  readonly decimal: "point" | "comma";
  readonly bom: boolean;
}

/** Names a limit that surely fits: by the values of the largest series and by shares of the page, less a tenth for uneven ones. */
function tooLong(page: readonly PageSeries[], bytes: number): ApiError {
  const values = page.reduce((sum, {count}) => sum + count, 0);
  const largest = page.reduce((most, {count}) => Math.max(most, count), 1);
  const share = (0.9 * MAX_JSON_BYTES) / bytes;
  return new ApiError(
    "SLICE_TOO_BIG",
    `the ${values} values of the page take ${bytes} bytes; one answer has at most ${MAX_JSON_BYTES}`,
    {hint: narrowingHint(Math.floor(Math.min(page.length, values / largest) * share))},
  );
}
