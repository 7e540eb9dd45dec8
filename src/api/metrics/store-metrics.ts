// Metrics read from the store at each scrape: the age of each dataset today, and the loads of all processes.
//
// If the store does not answer, ryad_store_up is 0 and the others are absent: yesterday's age shown as today's would be a wrong number. The
// text (Prometheus 0.0.4) is written here: a prom-client registry would keep three samples for each dataset, and would not remove those of
// a dropped dataset.
import {datasetStatus} from "../../statistics/status.ts";
import type {Day} from "../../statistics/time/day.ts";
import type {Queries} from "../../store/engines/differences.ts";
import {readLastChange} from "../../store/releases/load-run.ts";
import {countLoadRuns, type DatasetAge, type LoadRunCount, readDatasetAges} from "../../store/releases/operation.ts";
import {countHeldRuns} from "../../store/releases/unpublished-run.ts";
import type {Engine, Script} from "../../store/script.ts";

const gauge = (name: string, help: string, labels: readonly string[] = []): MetricFamily => ({
  type: "gauge",
  name,
  help,
  labels,
});
const counter = (name: string, help: string, labels: readonly string[]): MetricFamily => {
  return {type: "counter", name, help, labels};
};
const OF_DATASET = ["provider", "dataset"];

export const STORE_FAMILIES = {
  up: gauge(
    "ryad_store_up",
    "1 if the store answered this scrape, otherwise 0; with 0 the metrics of the store are absent.",
  ),
  runs: counter(
    "ryad_load_runs_total",
    "Load runs of all processes since the service started: load, withdraw (a release), drop (a dataset) or describe (datasets, by a catalogue, or their withdrawn values after an upgrade).",
    ["kind"],
  ),
  loaded: counter(
    "ryad_loaded_values_total",
    "Values loaded since the service started: new (the first of their period) or revised.",
    ["change"],
  ),
  held: gauge("ryad_held_runs", "Load runs that are held by their checks and wait for a person."),
  datasets: gauge("ryad_datasets", "Datasets, by their status today.", ["status"]),
  age: gauge(
    "ryad_dataset_publication_age_days",
    "Days since the source published the newest release of the dataset.",
    OF_DATASET,
  ),
  lag: gauge(
    "ryad_dataset_lag_months",
    "Months from the end of the latest period of the dataset to today; absent if the dataset has no values.",
    OF_DATASET,
  ),
  overdue: gauge(
    "ryad_dataset_overdue_months",
    "Months by which the dataset is later than its frequency allows; 0 if it is not overdue.",
    OF_DATASET,
  ),
};

const STATUSES = ["fresh", "overdue", "archival", "unknown"] as const;
const KINDS = ["load", "withdraw", "drop", "describe"] as const;

export interface StoreState {
  /** The last load run that changed any dataset, which identifies the state of all; null if the store does not know it. */
  readonly change: string | null;
  readonly ages: readonly DatasetAge[];
  readonly runs: readonly LoadRunCount[];
  readonly heldRuns: number;
}

/** The present state of the store; `known` itself if nothing was loaded or held since. `since`: start of the service, ISO 8601, UTC. */
export async function readOperation(statistics: Engine, since: string, known: StoreState | null): Promise<StoreState> {
  return statistics.read((q) => readStore(q, since, known));
}

function* readStore(q: Queries, since: string, known: StoreState | null): Script<StoreState> {
  const change = yield* readLastChange(q);
  const heldRuns = yield* countHeldRuns(q);
  if (known !== null && change !== null && change === known.change && heldRuns === known.heldRuns) return known;
  return {change, heldRuns, ages: yield* readDatasetAges(q), runs: yield* countLoadRuns(q, since)};
}

/** `reading` null: the store did not answer. */
export function storeText(reading: StoreState | null, today: Day): string {
  const up = familyText(STORE_FAMILIES.up, [{labels: "", value: reading === null ? 0 : 1}]);
  return reading === null ? up : up + loadText(reading) + datasetText(reading.ages, today);
}

function loadText({runs, heldRuns}: StoreState): string {
  const loads = runs.find(({kind}) => kind === "load");
  return (
    familyText(
      STORE_FAMILIES.runs,
      KINDS.map((kind) => ({
        labels: labelText(STORE_FAMILIES.runs.labels, [kind]),
        value: runs.find((one) => one.kind === kind)?.runs ?? 0,
      })),
    ) +
    familyText(STORE_FAMILIES.loaded, [
      {labels: labelText(STORE_FAMILIES.loaded.labels, ["new"]), value: loads?.newValues ?? 0},
      {labels: labelText(STORE_FAMILIES.loaded.labels, ["revised"]), value: loads?.revisedValues ?? 0},
    ]) +
    familyText(STORE_FAMILIES.held, [{labels: "", value: heldRuns}])
  );
}

function datasetText(ages: readonly DatasetAge[], today: Day): string {
  const counted = new Map<string, number>(STATUSES.map((status) => [status, 0]));
  const [age, lag, overdue]: [MetricSample[], MetricSample[], MetricSample[]] = [[], [], []];
  for (const {provider, dataset, archival, spans, publishedAt} of ages) {
    const labels = labelText(OF_DATASET, [provider, dataset]);
    const {status, lagMonths, overdueBy} = datasetStatus(spans, archival, today);
    counted.set(status, counted.get(status)! + 1);
    if (publishedAt !== null) age.push({labels, value: today - publishedAt});
    if (lagMonths !== null) lag.push({labels, value: lagMonths});
    overdue.push({labels, value: overdueBy});
  }
  return (
    familyText(
      STORE_FAMILIES.datasets,
      [...counted].map(([status, value]) => ({labels: labelText(STORE_FAMILIES.datasets.labels, [status]), value})),
    ) +
    familyText(STORE_FAMILIES.age, age) +
    familyText(STORE_FAMILIES.lag, lag) +
    familyText(STORE_FAMILIES.overdue, overdue)
  );
}

export interface MetricFamily {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge";
  readonly labels: readonly string[];
}

export interface MetricSample {
  /** From `labelText`; empty if the family has no labels. */
  readonly labels: string;
  readonly value: number;
}

/** The labels of a sample, to share among samples of several families; `values` in the order of the family's labels. */
export function labelText(labels: MetricFamily["labels"], values: readonly string[]): string {
  return `{${labels.map((label, index) => `${label}="${escapeLabel(values[index] ?? "")}"`).join(",")}}`;
}

/** The lines of one family; without samples only HELP and TYPE. */
export function familyText({name, help, type}: Omit<MetricFamily, "labels">, samples: readonly MetricSample[]): string {
  let text = `# HELP ${name} ${help.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")}\n# TYPE ${name} ${type}\n`;
  for (const {labels, value} of samples) text += `${name}${labels} ${value}\n`;
  return text;
}

function escapeLabel(text: string): string {
  return /[\\"\n]/.test(text) ? text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n") : text;
}
