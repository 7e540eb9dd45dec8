// Small EMISS messages of our own for tests, in the shape of the real ones, and a sink that records its calls.
import type {SeriesDimensions} from "../../../statistics/catalogue/catalogue.ts";
import type {LoadHints, ObservationSink, SourceFile, Unreadable} from "../../source.ts";

export interface FixtureSeries {
  /** concept → code */
  readonly key?: Readonly<Record<string, string>>;
  readonly unit?: string;
  readonly words?: string;
  /** Time and value */
  readonly observations?: readonly (readonly [string, string])[];
}

export interface FixtureMessage {
  readonly indicator?: string;
  readonly name?: string;
  /** null: without the element */
  readonly lastUpdate?: string | null;
  /** list → code → label */
  readonly codeLists?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly listNames?: Readonly<Record<string, string>>;
  /** XML inside Indicator, after LastUpdate */
  readonly description?: string;
  readonly series?: readonly FixtureSeries[];
}

export const NO_HINTS: LoadHints = {provider: null, dataset: null, publishedAt: null};

/** A whole message as EMISS writes it, one Series for each of `series`. */
export function emissMessage(message: FixtureMessage): string {
  const lists = Object.entries(message.codeLists ?? {}).map(([id, codes]) => {
    const labels = Object.entries(codes).map(
      ([code, label]) =>
        `<structure:Code value="${escaped(code)}"><structure:Description xml:lang="ru">${escaped(label)}</structure:Description></structure:Code>`,
    );
    const name = escaped(message.listNames?.[id] ?? `Список ${id}`);
    return `<structure:CodeList id="${id}"><structure:Name xml:lang="ru">${name}</structure:Name>${labels.join("\n")}</structure:CodeList>`;
  });
  const update =
    message.lastUpdate === null ? "" : `<LastUpdate value="${message.lastUpdate ?? "2024-03-05T23:59:59"}"/>`;
  return `<?xml version="1.0" encoding="utf-8"?>
<GenericData xmlns="http://www.SDMX.org/resources/SDMXML/schemas/v1_0/message" xmlns:generic="http://www.SDMX.org/resources/SDMXML/schemas/v1_0/generic" xmlns:structure="http://www.SDMX.org/resources/SDMXML/schemas/v1_0/structure">
<Header Id="singHead"><ID>-91094997</ID><Prepared>2025-07-11T20:39:21</Prepared><Extracted>2025-07-11T20:39:21</Extracted></Header>
<CodeLists>${lists.join("\n")}</CodeLists>
<Description Id="signObj"><Indicator id="${message.indicator ?? "99001"}" name="${escaped(message.name ?? "Показатель")}">${update}${message.description ?? ""}</Indicator></Description>
<DataSet>
${(message.series ?? []).map(seriesXml).join("\n")}
</DataSet>
</GenericData>
`;
}

function seriesXml({
  key = {},
  unit = "рубль",
  words = "значение показателя за год",
  observations = [["2020", "1"]],
}: FixtureSeries): string {
  const dimensions = Object.entries(key).map(
    ([concept, value]) => `<generic:Value concept="${concept}" value="${escaped(value)}"/>`,
  );
  const obs = observations.map(
    ([time, value]) =>
      `<generic:Obs>\n<generic:Time>${time}</generic:Time><generic:ObsValue value="${escaped(value)}"/></generic:Obs>`,
  );
  return `<generic:Series><generic:SeriesKey>${dimensions.join("")}</generic:SeriesKey><generic:Attributes><generic:Value concept="EI" value="${escaped(unit)}"/><generic:Value concept="PERIOD" value="${escaped(words)}"/></generic:Attributes>${obs.join("")}</generic:Series>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

/** A file in memory whose bytes come in chunks of this size. */
export function fixtureFile(name: string, content: string | Uint8Array, chunkSize = 65_536): SourceFile {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return {
    name,
    size: bytes.length,
    async *open() {
      for (let at = 0; at < bytes.length; at += chunkSize) yield bytes.subarray(at, at + chunkSize);
    },
  };
}

export interface RecordedObservation {
  readonly series: SeriesDimensions;
  readonly period: number;
  readonly value: number;
  readonly line: number;
}

export interface RecordingSink extends ObservationSink {
  readonly series: (dimensions: SeriesDimensions) => number;
  readonly seriesSeen: SeriesDimensions[];
  readonly observed: RecordedObservation[];
  readonly refused: Unreadable[];
}

export function recordingSink(): RecordingSink {
  const seriesSeen: SeriesDimensions[] = [];
  const handles = new Map<string, number>();
  const observed: RecordedObservation[] = [];
  const refused: Unreadable[] = [];
  return {
    seriesSeen,
    observed,
    refused,
    series(dimensions) {
      const key = JSON.stringify(dimensions, Object.keys(dimensions).sort());
      const known = handles.get(key);
      if (known !== undefined) return known;
      handles.set(key, seriesSeen.length);
      return seriesSeen.push(dimensions) - 1;
    },
    observe(series, period, value, line) {
      observed.push({series: seriesSeen[series]!, period, value, line});
    },
    refuse(problem) {
      refused.push(problem);
    },
  };
}
