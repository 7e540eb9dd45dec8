// docs/metrics.md, made from the registry of metrics and the table of stages.
import {readFileSync} from "node:fs";
import {Registry} from "prom-client";
import {STAGES} from "../src/api/http/request-log.ts";
import {countEvents, DURATION_BUCKETS} from "../src/api/metrics/event-counters.ts";
import {STORE_FAMILIES} from "../src/api/metrics/store-metrics.ts";
import {SETTINGS} from "../src/settings/setting-rows.ts";

interface DescribedMetric {
  readonly name: string;
  readonly type: string;
  readonly help: string;
  readonly labels: readonly string[];
}

const {metricsPort, metricsHost} = SETTINGS;

export function metricsPage(): string {
  return `# Metrics

Written by \`npm run docs\`; do not edit by hand.

If \`${metricsPort.environment}\` is set, the service gives its metrics to [Prometheus](https://prometheus.io): text format 0.0.4 at
\`http://${metricsHost.fallback}:PORT/metrics\`. The port is separate, and the interface has no address for the metrics. This port serves nothing else and needs no
token. By default only this machine can reach it; \`${metricsHost.environment}\` sets another address, which readers of the service should not
be able to reach. At its start the service prints the address of the metrics before its own address.

\`\`\`yaml
scrape_configs:
  - job_name: ryad
    static_configs:
      - targets: ["127.0.0.1:9464"]   # ${metricsPort.environment}=9464
\`\`\`

No label contains a reader, an address or a token. The label of a route is the pattern of its path.

## What the service has done since it started

${table(eventMetrics())}

Buckets of the durations in seconds: ${DURATION_BUCKETS.join(", ")}.

## What the store holds at the time of the scrape

${table(Object.values(STORE_FAMILIES))}

Loads run in separate processes; the service reads their results from the store. Datasets are judged as of today, or as of
\`${SETTINGS.today.environment}\`. If the store fails or does not answer within two seconds, the scrape succeeds without these metrics.

There are also the usual metrics of the process and of Node: \`process_…\` and \`nodejs_…\`.

## Alerts to begin with

\`deploy/alerts.yml\`, for \`rule_files\` of Prometheus. Without Prometheus \`ryad runs --held --exit-code\` exits 1 while a run is held.

\`\`\`yaml
${readFileSync(new URL("../deploy/alerts.yml", import.meta.url), "utf8").trimEnd()}
\`\`\`

# Server-Timing

Only answers to tokens of the plan Owner have the header \`Server-Timing\`: the duration of each stage in milliseconds, in their
order. \`total\` is the time from the arrival of the request until the headers were written. An answer names only its own
stages: an unchanged answer has no \`charge\`, and for a body in the cache \`write\` and \`pack\` take almost no time.

| stage | its end |
|---|---|
${Object.entries(STAGES)
  .map(([stage, ending]) => `| \`${stage}\` | ${ending} |`)
  .join("\n")}
`;
}

function eventMetrics(): DescribedMetric[] {
  const register = new Registry();
  countEvents(register);
  // prom-client stores the names of the labels, but its types do not contain them
  const metrics = register.getMetricsAsArray() as unknown as (Omit<DescribedMetric, "labels"> & {
    readonly labelNames: readonly string[];
  })[];
  return metrics.map(({labelNames, ...metric}) => ({...metric, labels: labelNames.filter((name) => name !== "le")}));
}

function table(metrics: readonly DescribedMetric[]): string {
  const rows = metrics.map(
    ({name, type, labels, help}) =>
      `| \`${name}\` | ${type} | ${labels.map((label) => `\`${label}\``).join(", ")} | ${help} |`,
  );
  return ["| name | type | labels | meaning |", "|---|---|---|---|", ...rows].join("\n");
}
