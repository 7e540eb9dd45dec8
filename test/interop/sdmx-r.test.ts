// rsdmx and RJSDMX, the readers of SDMX in R, against the live service.
//
// Debian's rsdmx takes the headers of each request, not those of a provider. Debian does not have RJSDMX, whose connectors are in Java: where R
// lacks it, its test is skipped by name.
import assert from "node:assert/strict";
import {execFile, spawnSync} from "node:child_process";
import {test} from "node:test";
import {promisify} from "node:util";
import {type Json, startLive} from "./live.ts";
import {datasetOf, firstDay, valuesOfSlice} from "./slice-csv.ts";

const skip =
  spawnSync("Rscript", ["-e", "for (name in c('rsdmx', 'jsonlite')) loadNamespace(name)"]).status !== 0 &&
  "needs R with rsdmx and jsonlite";
const SKIP_JAVA =
  spawnSync("Rscript", ["-e", "for (name in c('RJSDMX', 'jsonlite')) loadNamespace(name)"]).status !== 0 &&
  "needs R with RJSDMX and jsonlite";
const FLOWS = ["rosstat_files--gdp", "rosstat_files--cpi_weekly", "fedstat--_43062"];

const SCRIPT = `
suppressMessages(library(rsdmx))
root <- paste0(Sys.getenv("RYAD_URL"), "/sdmx/2.1")
builder <- SDMXREST21RequestBuilder(regUrl = root, repoUrl = root, compliant = TRUE, skipProviderId = TRUE)
addSDMXServiceProvider(SDMXServiceProvider(agencyId = "RYAD", name = "Ryad", builder = builder))
headers <- list(Authorization = paste("Bearer", Sys.getenv("RYAD_TOKEN")))
read <- function(flow, ...) {
  frame <- as.data.frame(readSDMX(providerId = "RYAD", resource = "data", flowRef = flow, headers = headers, ...))
  list(series = frame$SERIES_ID, periods = frame$obsTime, values = frame$obsValue)
}
structure <- readSDMX(providerId = "RYAD", resource = "datastructure", resourceId = "DSD_rosstat_files--gdp")
components <- as.data.frame(slot(structure@datastructures@datastructures[[1]], "Components"))
labelled <- readSDMX(
  providerId = "RYAD", resource = "data", flowRef = "rosstat_files--gdp", key = list("A", NULL, NULL, NULL, NULL), start = 2012,
  dsd = TRUE, headers = headers
)
typed <- readSDMX(paste0(root, "/data/rosstat_files--gdp/A....?format=structurespecificdata"), headers = headers)
found <- list(
  flows = as.data.frame(readSDMX(providerId = "RYAD", resource = "dataflow"))$id,
  codelists = components$codelist, labels = unique(as.data.frame(labelled, labels = TRUE)$FREQ_label.en),
  read = lapply(c(${FLOWS.map((flow) => `"${flow}"`).join(", ")}), read),
  keyed = read("rosstat_files--gdp", key = "A....", start = 2012, end = 2014), typed = as.data.frame(typed)$OBS_VALUE
)
cat("\\n", jsonlite::toJSON(found, digits = NA), sep = "")
`;

/** A line for each value, as `valuesOfSlice` has them. */
function linesOf({series, periods, values}: Json): string[] {
  return series.map((key: string, index: number) => `${key} ${firstDay(periods[index])} ${values[index]}`).sort();
}

test("rsdmx lists flows, reads a structure, labels and data, value for value as the CSV slice has them [sdmx.clients]", {
  skip,
}, async (t) => {
  const live = await startLive(t);
  const env = {...process.env, R_PROFILE: "/dev/null", RYAD_URL: live.origin, RYAD_TOKEN: live.token};
  const {stdout} = await promisify(execFile)("Rscript", ["-e", SCRIPT], {env, maxBuffer: 1 << 26});
  const found = JSON.parse(stdout.trim().split("\n").at(-1)!) as Json;
  assert.equal(found.flows.length, 12);
  assert.deepEqual(found.labels, ["Annual"]);
  assert.ok(found.codelists.filter((one: string | null) => one !== null).length >= 5, String(found.codelists));
  for (const [index, flow] of FLOWS.entries())
    assert.deepEqual(linesOf(found.read[index]), await valuesOfSlice(live, datasetOf(flow)), flow);
  const {observations} = (await (
    await live.get("/api/v1/data?dataset=gdp&geo=country&freq=A&start=2012&end=2014")
  ).json()) as Json;
  const expected = observations.map(({series_key, period, value}: Json) => `${series_key} ${period} ${value}`);
  assert.deepEqual(linesOf(found.keyed), expected.sort());
  const annual = (await (await live.get("/api/v1/data?dataset=gdp&geo=country&freq=A")).json()) as Json;
  assert.deepEqual(
    found.typed.map(Number),
    annual.observations.map(({value}: Json) => value),
  );
});

const JAVA_SCRIPT = `
# the connectors look into a map of Java itself
options(java.parameters = "--add-opens=java.base/java.util=ALL-UNNAMED")
suppressMessages(library(RJSDMX))
addProvider("RYAD", paste0(Sys.getenv("RYAD_URL"), "/sdmx/2.1"), "basic", FALSE, TRUE, "Ryad", "V2", FALSE)
setProviderCredentials("RYAD", "ryad", Sys.getenv("RYAD_TOKEN"))
read <- function(flow) {
  frame <- getTimeSeriesTable("RYAD", paste0(flow, "/...."))
  list(series = frame$SERIES_ID, periods = frame$TIME_PERIOD, values = frame$OBS_VALUE)
}
dimensions <- sapply(getDimensions("RYAD", "rosstat_files--gdp"), names)
keyed <- getTimeSeriesTable("RYAD", "rosstat_files--gdp/A....", start = "2012", end = "2014")
found <- list(
  flows = names(getFlows("RYAD")), dimensions = dimensions, codes = unlist(getCodes("RYAD", "rosstat_files--gdp", "FREQ")),
  read = read("rosstat_files--gdp"), keyed = list(series = keyed$SERIES_ID, periods = keyed$TIME_PERIOD, values = keyed$OBS_VALUE)
)
cat("\\n", jsonlite::toJSON(found, digits = NA), sep = "")
`;

test("RJSDMX lists flows, reads dimensions, codes and data, value for value as the CSV slice has them [sdmx.clients]", {
  skip: SKIP_JAVA,
}, async (t) => {
  const live = await startLive(t);
  const env = {...process.env, R_PROFILE: "/dev/null", RYAD_URL: live.origin, RYAD_TOKEN: live.token};
  const {stdout} = await promisify(execFile)("Rscript", ["-e", JAVA_SCRIPT], {env, maxBuffer: 1 << 26});
  const found = JSON.parse(stdout.trim().split("\n").at(-1)!) as Json;
  assert.equal(found.flows.length, 12);
  assert.deepEqual(found.dimensions, ["FREQ", "INDICATOR", "TRANSFORMATION", "UNIT", "GEO"]);
  assert.deepEqual(found.codes.toSorted(), ["Annual", "Daily", "Monthly", "Quarterly", "Weekly"]);
  assert.deepEqual(linesOf(found.read), await valuesOfSlice(live, datasetOf("rosstat_files--gdp")));
  const {observations} = (await (
    await live.get("/api/v1/data?dataset=gdp&geo=country&freq=A&start=2012&end=2014")
  ).json()) as Json;
  const expected = observations.map(({series_key, period, value}: Json) => `${series_key} ${period} ${value}`);
  assert.deepEqual(linesOf(found.keyed), expected.sort());
});
