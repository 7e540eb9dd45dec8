// The body of a panel: rows by day, series and period, or of one day a row for each period; JSON, CSV or Parquet.
//
// Others are answered every few thousand cells.
import type {PanelColumn} from "../../formats/panel-parquet.ts";
import {csvHead} from "../../formats/table-csv.ts";
import {reasonOf} from "../../statistics/history/day-table.ts";
import {type Day, dayText} from "../../statistics/time/day.ts";
import {type Pace, withRests} from "../../work/pace.ts";
import {valueAddressTemplate} from "../http/value-address.ts";
import type {RouteContext} from "../server-context.ts";
import {describeSeries} from "../slice/series.ts";
import type {PanelRequest} from "./request.ts";
import {dayOfPeriod, type PanelSeries} from "./series-table.ts";
import {type WidePanel, widen} from "./wide.ts";

export interface WrittenPanel {
  readonly series: readonly PanelSeries[];
  readonly days: readonly Day[];
  /** Cells with a value. */
  readonly values: number;
  /** The dataset as JSON; of several null. */
  readonly datasetJson: string;
}

/** Cells between two rests: half a millisecond. */
const CELLS_AT_ONCE = 1000;
/** A row of a wide panel is short: thousands of buffers would be joined for long. */
const CHUNK_LENGTH = 60_000;

export async function writePanel(
  context: RouteContext,
  request: PanelRequest,
  panel: WrittenPanel,
  pace: Pace,
): Promise<Buffer> {
  const {series, days} = panel;
  const wide = request.isWide ? await withRests(widen(series, days[0]!), pace) : null;
  if (request.format === "parquet") return await writeParquet(panel, wide, pace);
  const {decimal, bom} = request.inputs.query.slice;
  const chunks: Buffer[] = [];
  const all =
    request.format === "csv" ? csvChunks(panel, wide, decimal === "comma") : jsonChunks(context, request, panel, wide);
  if (bom && request.format === "csv") chunks.push(Buffer.from("\uFEFF"));
  let text = "";
  for (const chunk of all) {
    text += chunk;
    if (text.length < CHUNK_LENGTH) continue;
    chunks.push(Buffer.from(text));
    text = "";
    if (pace.isOver()) await pace.letOthersIn();
  }
  chunks.push(Buffer.from(text));
  return Buffer.concat(chunks);
}

interface Cell {
  readonly day: Day;
  readonly key: string;
  /** Its first day. */
  readonly period: Day;
  /** NaN: none. */
  readonly value: number;
  readonly reason: string | null;
}

/** The cells by day, series and period, a number of them at a time. */
function* cellsOf(series: readonly PanelSeries[], days: readonly Day[]): Generator<readonly Cell[]> {
  let cells: Cell[] = [];
  for (const [at, day] of days.entries())
    for (const {key, source, frequency, table} of series)
      for (const [index, period] of table.periods.entries()) {
        const cell = at * table.periods.length + index;
        const first = dayOfPeriod(source, frequency, period);
        cells.push({day, key, period: first, value: table.values[cell]!, reason: reasonOf(table.reasons[cell]!)});
        if (cells.length < CELLS_AT_ONCE) continue;
        yield cells;
        cells = [];
      }
  yield cells;
}

function* csvChunks({series, days}: WrittenPanel, wide: WidePanel | null, hasComma: boolean): Generator<string> {
  const text = (value: number): string => {
    if (Number.isNaN(value)) return "";
    return hasComma ? String(value).replace(".", ",") : String(value);
  };
  if (wide !== null) {
    yield `${csvHead(wideNames(wide))}\n`;
    for (const [row, period] of wide.periods.entries()) {
      const values = wide.columns.map(({values}) => text(values[row]!));
      const reasons = wide.columns.map(({reasons}) => reasons[row] ?? "");
      yield `${[dayText(period), ...values, ...reasons].join(";")}\n`;
    }
    return;
  }
  yield "day;series_key;period;value;reason\n";
  for (const cells of cellsOf(series, days))
    yield cells
      .map(
        ({day, key, period, value, reason}) =>
          `${dayText(day)};${key};${dayText(period)};${text(value)};${reason ?? ""}\n`,
      )
      .join("");
}

function* jsonChunks(
  {settings}: RouteContext,
  {inputs}: PanelRequest,
  {series, days, values, datasetJson}: WrittenPanel,
  wide: WidePanel | null,
): Generator<string> {
  const {labels} = inputs.query.slice;
  const texts = series.map(({source, frequency, derived}) => {
    const {dataset, catalogue, position} = source;
    const own = describeSeries(catalogue, position, {provider: dataset.provider, dataset: dataset.code, labels});
    return derived === null ? own : {...own, freq: frequency, unit: derived.unit, derived};
  });
  yield `{"series":${JSON.stringify(texts)},"days":${JSON.stringify(days.map(dayText))},`;
  let count = 0;
  if (wide === null) {
    yield '"cells":[';
    for (const cells of cellsOf(series, days)) {
      const rows = cells.map(({day, key, period, value, reason}) =>
        JSON.stringify({day: dayText(day), series_key: key, period: dayText(period), value, reason}),
      );
      yield count > 0 && rows.length > 0 ? `,${rows.join(",")}` : rows.join(",");
      count += rows.length;
    }
  } else {
    yield '"rows":[';
    for (const [row, period] of wide.periods.entries()) {
      const cells = wide.columns.map(({values, reasons}) => ({value: values[row]!, reason: reasons[row]!}));
      const own = {
        period: dayText(period),
        values: cells.map(({value}) => value),
        reasons: cells.map((one) => one.reason),
      };
      yield `${row === 0 ? "" : ","}${JSON.stringify(own)}`;
    }
    count = wide.periods.length * wide.columns.length;
  }
  const tail = {
    ...{series_count: series.length, day_count: days.length, cell_count: count, value_count: values},
    claim_template: valueAddressTemplate(settings.publicUrl),
  };
  yield `],"dataset":${datasetJson},${JSON.stringify(tail).slice(1)}`;
}

function wideNames({columns}: WidePanel): readonly string[] {
  return ["period", ...columns.map(({key}) => key), ...columns.map(({key}) => `${key}_reason`)];
}

const LONG: readonly PanelColumn[] = [
  {name: "day", type: "date", nullable: false},
  {name: "series_key", type: "text", nullable: false},
  {name: "period", type: "date", nullable: false},
  {name: "value", type: "number", nullable: true},
  {name: "reason", type: "text", nullable: true},
];

async function writeParquet({series, days}: WrittenPanel, wide: WidePanel | null, pace: Pace): Promise<Buffer> {
  // a server loads the library with the first such panel
  const {createPanelParquet} = await import("../../formats/panel-parquet.ts");
  const parquet = createPanelParquet(wide === null ? LONG : wideColumns(wide));
  for (const columns of wide === null ? longGroups(series, days) : wideGroups(wide)) {
    parquet.rows(columns);
    if (pace.isOver()) await pace.letOthersIn();
  }
  return parquet.end();
}

type GroupColumns = readonly (readonly (string | number | null)[])[];

function* longGroups(series: readonly PanelSeries[], days: readonly Day[]): Generator<GroupColumns> {
  for (const cells of cellsOf(series, days))
    yield [
      cells.map(({day}) => day),
      cells.map(({key}) => key),
      cells.map(({period}) => period),
      cells.map(({value}) => valueOrNull(value)),
      cells.map(({reason}) => reason),
    ];
}

function* wideGroups({periods, columns}: WidePanel): Generator<GroupColumns> {
  const rows = Math.ceil(CELLS_AT_ONCE / columns.length);
  for (let from = 0; from < periods.length; from += rows) {
    const values = columns.map((one) => Array.from(one.values.subarray(from, from + rows), valueOrNull));
    const reasons = columns.map((one) => one.reasons.slice(from, from + rows));
    yield [Array.from(periods.subarray(from, from + rows)), ...values, ...reasons];
  }
}

function wideColumns(wide: WidePanel): PanelColumn[] {
  const typeAt = (at: number) => (at === 0 ? "date" : at <= wide.columns.length ? "number" : "text");
  return wideNames(wide).map((name, at) => ({name, type: typeAt(at), nullable: at > 0}));
}

function valueOrNull(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}
