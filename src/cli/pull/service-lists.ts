// What the reference lists of a service say of its datasets: the names and facts that the feed of changes does not give.
import type {ListedDataset} from "../../load/mirror/mirror-metadata.ts";
import {Refusal} from "../../service/refusal.ts";
import type {ContinuityBreak, Methodology, Relation, UnitLabel} from "../../statistics/release/release.ts";
import type {DatasetAddress} from "../../store/datasets/dataset.ts";
import type {Service} from "./service.ts";

export interface ServiceLists {
  readonly datasets: readonly DatasetAddress[];
  /** Of a dataset that is in no list: its code alone. */
  about(address: DatasetAddress): ListedDataset;
}

type Row = Readonly<Record<string, unknown>>;

/** Reads the lists, with the names that the publishers give. */
export async function readLists(service: Service): Promise<ServiceLists> {
  const list = async (name: string): Promise<Row[]> => {
    const {items} = (await service.ask(`/api/v1/reference/${name}?lang=ru`)) as {items?: unknown};
    if (!Array.isArray(items)) throw otherForm(service, name);
    return items as Row[];
  };
  const rows = new Map((await list("datasets")).map((row) => [`${row["provider_code"]}/${row["code"]}`, row]));
  const methodology = new Map((await list("methodology")).map((row) => [nameOf(row), row]));
  const related = Map.groupBy(await list("related"), nameOf);
  const continuity = Map.groupBy(await list("continuity"), nameOf);
  const units = new Map((await list("units")).flatMap(unitOf));
  return {
    datasets: Array.from(rows.values(), (row) => ({
      provider: String(row["provider_code"]),
      dataset: String(row["code"]),
    })),
    about({provider, dataset}) {
      const name = `${provider}/${dataset}`;
      const [row, method] = [rows.get(name), methodology.get(name)];
      return {
        name: textOf(row?.["name"]) ?? dataset,
        revised: row?.["revised"] === true,
        archival: row?.["status"] === "archival",
        sourceUrl: textOf(method?.["source_url"]),
        methodology: method === undefined ? null : methodologyOf(method),
        related: (related.get(name) ?? []).map(relationOf),
        continuity: breaksOf(continuity.get(name) ?? []),
        units,
      };
    },
  };
}

function nameOf(row: Row): string {
  return `${row["provider_code"]}/${row["dataset"]}`;
}

function textOf(given: unknown): string | null {
  return typeof given === "string" ? given : null;
}

function methodologyOf(row: Row): Methodology | null {
  const [coverage, exclusions] = [textOf(row["coverage"]), textOf(row["exclusions"])];
  const [classifier, text] = [textOf(row["classifier"]), textOf(row["text"])];
  const parts = {coverage, exclusions, classifier, text};
  return Object.values(parts).every((part) => part === null) ? null : parts;
}

function relationOf(row: Row): Relation {
  return {
    provider: String(row["related_provider_code"]),
    dataset: String(row["related_dataset"]),
    relation: row["relation"] === "era" ? "era" : "neighbour",
    splice: row["splice"] === true,
    note: textOf(row["note"]),
  };
}

/** A break is listed once for each pair of series. */
function breaksOf(rows: readonly Row[]): ContinuityBreak[] {
  const breaks = new Map<string, ContinuityBreak>();
  for (const row of rows) {
    const one = {
      from: String(row["class_from"]),
      to: String(row["class_to"]),
      period: String(row["period"]),
      note: textOf(row["note"]),
    };
    breaks.set(JSON.stringify([one.from, one.to, one.period]), one);
  }
  return [...breaks.values()];
}

/** A unit that no package describes is in the list with its code alone. */
function unitOf({code, name, okei, mult}: Row): [string, UnitLabel][] {
  if (typeof code !== "string" || typeof name !== "string" || typeof mult !== "number") return [];
  return [[code, {code, name, okei: textOf(okei), mult}]];
}

function otherForm({origin}: Service, name: string): Refusal {
  return new Refusal(`${origin} gives no list of ${name}`, "URL has to be the address of a Ryad service");
}
