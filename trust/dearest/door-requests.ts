// The largest requests of derived values, panels, changes, files and releases: which parameters stand together there no schema says.
//
// The values of one text depend on those of another: a step needs a period or a key, a panel its days, a page of changes a cursor.

interface DoorRequest {
  readonly name: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface DoorHoldings {
  readonly datasets: readonly string[];
  /** Keys of the longest series and of one that has many territories. */
  readonly keys: readonly string[];
  /** As many keys as one request may name. */
  readonly manyKeys: readonly string[];
  /** Identities of releases: of the dataset with the most series first. */
  readonly releases: readonly string[];
}

/** Steps that read most, that read twice, and as many of them as a request may name. */
const stepsOf = (key: string): string[] => [
  "change",
  "yoy",
  "yoy_pct",
  "index:2020",
  "rolling:12:mean",
  "log",
  `minus:${key}`,
  `over:${key}`,
  Array(10).fill("change").join("|"),
  "to:A:mean",
];

export function* ofDoors({datasets, keys, manyKeys, releases}: DoorHoldings): Generator<DoorRequest> {
  const at = (path: string, query: Readonly<Record<string, string>> = {}): DoorRequest => {
    const text = new URLSearchParams(query).toString();
    return {
      name: `${path} ${decodeURIComponent(text).slice(0, 90)}`,
      path: text ? `${path}?${text}` : path,
      headers: {},
    };
  };
  const series = manyKeys.join(",");
  for (const derive of stepsOf(keys[0]!)) {
    for (const dataset of datasets)
      for (const more of [{}, {format: "csv"}, {limit: "300"}, {finality: "1"}, {start: "2200", end: "2200"}])
        yield at("/api/v1/derived", {dataset, geo: "all", derive, ...more});
    for (const named of [series, keys.join(",")]) yield at("/api/v1/derived", {series: named, derive});
    for (const more of [{}, {format: "csv"}, {format: "parquet"}])
      yield at("/api/v1/panel", {series: keys[0]!, days: "2026-06-10,2026-06-11", derive, ...more});
    yield at("/api/v1/panel", {series, every: "week", known_from: "2026-01-01", known_to: "2026-07-01", derive});
  }
  for (const more of [{}, {format: "csv"}, {format: "parquet"}]) {
    for (const named of [series, keys[0]!])
      for (const every of ["week", "release"])
        yield at("/api/v1/panel", {series: named, every, known_from: "2020-01-01", known_to: "2026-07-01", ...more});
    yield at("/api/v1/panel", {series: keys[0]!, days: "2026-06-11", start: "1990", ...more});
    yield at("/api/v1/panel", {series, days: "2026-06-11", layout: "wide", ...more});
  }
  for (const dataset of [...datasets, "showdata/none"])
    for (const limit of ["1", "10000"]) yield at("/api/v1/changes", {cursor: "start", limit, dataset});
  yield at("/api/v1/changes", {cursor: "start", limit: "10000"});
  for (const path of ["/api/v1/files", "/api/catalogue.jsonld"]) yield at(path);
  for (const dataset of datasets)
    for (const file of ["manifest.json", "latest.csv", "estimates.csv"])
      yield at(`/api/v1/files/${dataset}/latest/${file}`);
  for (const offset of ["0", "390"]) yield at("/api/v1/releases", {limit: "500", offset});
  yield at("/api/v1/releases", {provider: "showdata", since: "2000-01-01"});
  for (const release of releases)
    for (const offset of ["0", "4950", "90000"]) yield at(`/api/v1/releases/${release}`, {offset});
  for (const dataset of datasets)
    for (const path of ["/api/v1/data", "/api/v1/derived"])
      yield at(path, {dataset, geo: "all", finality: "1", ...(path.endsWith("derived") ? {derive: "change"} : {})});
  for (const key of keys) yield at(`/api/v1/series/${key}/observations`, {finality: "1", limit: "5000"});
}
