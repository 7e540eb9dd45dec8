// A warehouse whose sources.yaml a test writes, and the lines that `ryad fetch --json` prints.
import {writeFileSync} from "node:fs";
import {join} from "node:path";
import {stringify} from "yaml";
import type {FetchSource} from "../../src/fetch/sources/source.ts";
import {emissMessage} from "../../src/load/sources/fedstat/emiss-message.fixture.ts";
import {ryad} from "../command.ts";
import {type Scope, temporaryFolder} from "../warehouse.ts";

export interface FetchedLine {
  readonly source: string;
  readonly outcome: string;
  readonly words: string;
  readonly files: readonly (Readonly<Record<string, unknown>> & {readonly outcome: string; readonly words: string})[];
}

export interface Fetching {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Replaces sources.yaml. */
  write(...sources: readonly FetchSource[]): void;
  /** Fetches one source; the line of its outcome, and the exit code. */
  fetch(id: string, ...options: readonly string[]): Promise<FetchedLine & {readonly code: number | null}>;
  /** Writes the source and fetches it. */
  fetchFrom(source: FetchSource): Promise<FetchedLine & {readonly code: number | null}>;
}

/** For tests: no pause, and no time between tries. */
export const QUICK = {pause: 0, backoff: 0.01, tries: 2} as const;

/** @param databaseUrl of a PostgreSQL; absent: the embedded store in the folder */
export async function startFetching(t: Scope, databaseUrl?: string): Promise<Fetching> {
  const folder = await temporaryFolder(t);
  const sources = join(folder, "sources.yaml");
  const environment = {
    RYAD_DATA: join(folder, "data"),
    RYAD_SOURCES: sources,
    ...(databaseUrl === undefined ? {} : {RYAD_DATABASE_URL: databaseUrl}),
  };
  const write = (...list: readonly FetchSource[]): void =>
    writeFileSync(sources, stringify({sources: list.map((source) => ({polite: QUICK, ...source}))}));
  async function fetch(id: string, ...options: readonly string[]) {
    const {code, stdout, stderr} = await ryad(["fetch", id, "--json", ...options], environment);
    if (stdout === "") throw new Error(stderr);
    return {...(JSON.parse(stdout) as FetchedLine), code};
  }
  return {
    folder,
    environment,
    write,
    fetch,
    async fetchFrom(source) {
      write(source);
      return await fetch(source.id);
    },
  };
}

export interface Table {
  /** YYYY-MM-DD of publication; null: the file does not say it. */
  readonly day?: string | null;
  readonly indicator?: string;
  readonly value?: string;
  /** Of the header: the moment of the download. */
  readonly extracted?: string;
  readonly regions?: number;
}

/** A small file of EMISS. */
export function table({
  day = "2026-03-05",
  indicator = "99001",
  value = "1",
  extracted,
  regions = 1,
}: Table = {}): string {
  const codes = ["643", "45000000000", "40000000000", "46000000000"].slice(0, regions);
  const text = emissMessage({
    indicator,
    lastUpdate: day === null ? null : `${day}T00:00:00`,
    codeLists: {s_OKATO: Object.fromEntries(codes.map((code, index) => [code, NAMES[index]!]))},
    series: codes.map((code) => ({
      key: {s_OKATO: code},
      observations: [
        ["2020", value],
        ["2021", "2"],
      ] as const,
    })),
  });
  return extracted === undefined ? text : text.replaceAll("2025-07-11T20:39:21", extracted).replace("-91094997", "77");
}

const NAMES = ["Российская Федерация", "Город Москва", "Город Санкт-Петербург", "Московская область"];
