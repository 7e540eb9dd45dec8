// docs/metrics.md, from the registry of metrics and the table of stages themselves.
import {Registry} from "prom-client";
import {STAGES} from "../src/api/http/stages.ts";
import {countEvents, DURATION_BUCKETS} from "../src/api/metrics/event-counters.ts";
import {STORE_FAMILIES} from "../src/api/metrics/store-metrics.ts";
import {SETTINGS} from "../src/settings.ts";

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

With \`${metricsPort.environment}\` set, the service tells [Prometheus](https://prometheus.io) how it does: text form 0.0.4 at
\`http://${metricsHost.fallback}:PORT/metrics\`, on a port of its own and under no address of the interface. Nothing else is served there, and no
token is asked for: \`${metricsHost.environment}\` opens it to another address than this machine's, which readers of the service should not
reach. At start the address is printed before the line with that of the service.

\`\`\`yaml
scrape_configs:
  - job_name: ryad
    static_configs:
      - targets: ["127.0.0.1:9464"]   # ${metricsPort.environment}=9464
\`\`\`

No label names a reader, an address or a token. A route is the pattern of its path.

## What the service has done since it started

${table(eventMetrics())}

Buckets of the durations, in seconds: ${DURATION_BUCKETS.join(", ")}.

## What the store holds at the time of the scrape

${table(Object.values(STORE_FAMILIES))}

Loads run in processes of their own; the service reads what they noted in the store. Datasets are judged as of today, or of
\`${SETTINGS.today.environment}\`. A store that fails, or does not answer within two seconds, costs these metrics and not the scrape.

Beside these there are the usual metrics of the process and of Node: \`process_…\` and \`nodejs_…\`.

## Alerts to begin with

\`\`\`yaml
groups:
  - name: ryad
    rules:
      - alert: RyadStoreOut
        expr: ryad_store_up == 0
        for: 5m
      - alert: RyadFails
        expr: increase(ryad_http_refusals_total{code="INTERNAL"}[10m]) > 0
      - alert: RyadDatasetOverdue
        expr: ryad_dataset_overdue_months > 0
        for: 1d
      - alert: RyadLargeAnswersWait
        expr: min_over_time(ryad_large_answers_waiting[5m]) > 8
\`\`\`

# Server-Timing

Answers to tokens of the plan Owner, and no others, bear the header \`Server-Timing\`: how long each stage took, in milliseconds, in the
order in which they passed. \`total\` reaches from the arrival of the request until the headers were written. An answer names only the
stages that it passed: one that is unchanged has no \`charge\`, and a body that is kept ready costs next to no \`write\` and \`pack\`.

| stage | when it ends |
|---|---|
${Object.entries(STAGES)
  .map(([stage, ending]) => `| \`${stage}\` | ${ending} |`)
  .join("\n")}
`;
}

function eventMetrics(): DescribedMetric[] {
  const register = new Registry();
  countEvents(register);
  // prom-client keeps the names of the labels, and leaves them out of its types
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
