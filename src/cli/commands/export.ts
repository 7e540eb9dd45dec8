// `ryad export`: all values as plain rows in a form that other programs read, so that no data are locked in.
import {extname} from "node:path";
import {createEstimateCsvWriter} from "../../formats/estimate-csv.ts";
import {createEstimateParquetWriter} from "../../formats/estimate-parquet.ts";
import {
  type ByteReceiver,
  type EstimateLayout,
  type EstimateWriter,
  exportColumns,
} from "../../formats/estimate-rows.ts";
import {Refusal} from "../../service/refusal.ts";
import type {Store} from "../../store/open.ts";
import {counted} from "../../text/counted.ts";
import {type Call, type Command, DATA_OPTION, DONE, flag, option, textOption} from "../command.ts";
import {type ExportSummary, exportEstimates} from "../export/estimate-export.ts";
import {openExportFile, STANDARD_OUTPUT} from "../export/export-file.ts";
import {exportMissing} from "../export/missing-export.ts";
import {withStore} from "../open-store.ts";
import {WrongUsage} from "../parse-call.ts";
import {withProgress} from "../terminal/progress.ts";

const WRITERS: Readonly<Record<string, (take: ByteReceiver, layout: EstimateLayout) => EstimateWriter>> = {
  csv: createEstimateCsvWriter,
  parquet: createEstimateParquetWriter,
};

const OTHER_FORMATS = new Set([".xlsx", ".xls", ".ods", ".json", ".jsonl", ".xml", ".zip", ".gz", ".tar"]);

export const exportRows: Command = {
  name: "export",
  positionals: ["FILE"],
  options: {
    estimates: flag("gives the columns of /api/v1/estimates: each estimate with the day that superseded it"),
    missing: flag("exports the periods without a value instead, with the source's reason"),
    dataset: option("CODE", "this dataset only"),
    format: option("csv|parquet", "when absent: parquet if FILE ends in .parquet, else csv"),
    data: DATA_OPTION,
  },
  summary: "writes plain rows: every estimate of every vintage, as CSV or Parquet",
  details: [
    "One row for each estimate in force, with the columns",
    `${exportColumns("plain").slice(0, 8).join(", ")},`,
    `${exportColumns("plain").slice(8).join(", ")}.`,
    "Rows with is_latest true are what a slice gives; the last row of a period published on or before a day is what",
    "was known on it. CSV is UTF-8 with semicolons. FILE appears when it is complete and replaces an older export; - is standard output.",
    "With --estimates the columns are those of the CSV of /api/v1/estimates, with every dimension, behind provider and dataset:",
    `${exportColumns("estimates").slice(0, 9).join(", ")},`,
    `${exportColumns("estimates").slice(9).join(", ")}. superseded_at is empty for the latest estimate.`,
    "withdrawn_at is empty unless the publisher took the value back.",
    "With --missing, one row for each period without a value, with the source's reason: none (-), not-available (…),",
    "not-published (… with a footnote), suppressed (confidential), not-applicable (x), or withdrawn for a value that its publisher took",
    "back without another reason; as_of is the day of the release that says so. CSV only.",
    "May run beside a server and a load: all rows are of one state.",
  ],
  async run(call) {
    const path = call.positionals[0] ?? "";
    if (call.options["missing"] === true) return await exportReasons(call, path);
    const layout: EstimateLayout = call.options["estimates"] === true ? "estimates" : "plain";
    const writerFor = chooseWriter(call, path);
    try {
      const summary = await withProgress(path, (show) =>
        exportInto(path, call, (store, take) =>
          exportEstimates(store, textOption(call, "dataset"), writerFor(take, layout), show),
        ),
      );
      const tell = path === STANDARD_OUTPUT ? call.note : call.say;
      tell(summaryLine(summary, path));
      return DONE;
    } catch (error) {
      // The reader of standard output has closed it.
      if (path === STANDARD_OUTPUT && (error as NodeJS.ErrnoException).code === "EPIPE") return DONE;
      throw error;
    }
  },
};

async function exportReasons(call: Call, path: string): Promise<number> {
  if (call.options["estimates"] === true) throw new WrongUsage("give --missing or --estimates, not both", exportRows);
  if ((textOption(call, "format") ?? "csv") !== "csv") throw new WrongUsage("--missing writes CSV", exportRows);
  const rows = await exportInto(path, call, (store, take) =>
    exportMissing(store, textOption(call, "dataset"), (line) => take(Buffer.from(line))),
  );
  const tell = path === STANDARD_OUTPUT ? call.note : call.say;
  tell(`exported ${rows} periods without a value${path === STANDARD_OUTPUT ? "" : ` to ${path}`}`);
  return DONE;
}

/** The file appears when all of it is written. */
function exportInto<T>(
  path: string,
  {settings}: Call,
  write: (store: Store, take: ByteReceiver) => Promise<T>,
): Promise<T> {
  return withStore(settings, "read", async (store) => {
    const file = openExportFile(path);
    try {
      const written = await write(store, file.take);
      file.finish();
      return written;
    } finally {
      file.discard();
    }
  });
}

function chooseWriter(call: Call, path: string): (typeof WRITERS)[string] {
  const format = textOption(call, "format") ?? formatOf(path);
  const writer = Object.hasOwn(WRITERS, format) ? WRITERS[format] : undefined;
  if (writer === undefined) throw new WrongUsage(`--format is csv or parquet, not "${format}"`, exportRows);
  if (path === STANDARD_OUTPUT && format === "parquet" && process.stdout.isTTY) {
    throw new Refusal("Parquet is not text for a terminal", "name a file, or pass it on to a program");
  }
  return writer;
}

/** @throws Refusal for a name of another format: a CSV in `x.xlsx` is opened by no spreadsheet */
function formatOf(path: string): string {
  const ending = extname(path).toLowerCase();
  if (OTHER_FORMATS.has(ending))
    throw new Refusal(
      `an export is CSV or Parquet, and ${path} has the name of neither`,
      "give FILE the ending .csv or .parquet, or name the --format",
    );
  return ending === ".parquet" ? "parquet" : "csv";
}

function summaryLine({datasets, series, estimates}: ExportSummary, path: string): string {
  const where = path === STANDARD_OUTPUT ? "" : ` to ${path}`;
  return `exported ${counted(estimates, "estimate")} of ${series} series in ${counted(datasets, "dataset")}${where}`;
}
