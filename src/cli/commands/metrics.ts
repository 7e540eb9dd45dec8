// The door for Prometheus beside the service: opened when its port is set, closed when the service ends.

import {createMetrics} from "../../api/metrics/metrics.ts";
import {buildMetricsServer, METRICS_PATH} from "../../api/metrics/server.ts";
import type {Emit} from "../../events.ts";
import {SETTINGS, type Settings} from "../../settings.ts";
import {todayOf} from "../../statistics/time/day.ts";
import type {Store} from "../../store/open.ts";
import {listen} from "../serve/listening.ts";

export interface MetricsDoor {
  /** Where Prometheus reads; null when metrics are off. */
  readonly address: string | null;
  /** Tells an event to whom it was told before, and to the metrics. */
  readonly emit: Emit;
  /** Cuts a scrape that is under way. */
  close(): void;
}

/**
 * @param emit who is told of events already: the log
 * @throws Refusal when the address is taken
 */
export async function openMetrics(settings: Settings, store: Store, emit: Emit): Promise<MetricsDoor> {
  const {metricsPort: port, metricsHost: host} = settings;
  if (port === null) return {address: null, emit, close: () => {}};
  const metrics = createMetrics({
    store,
    today: () => todayOf(settings.today, new Date()),
    startedAt: new Date(),
    emit: (event) => tell(event),
  });
  const tell: Emit = (event) => {
    emit(event);
    metrics.count(event);
  };
  const server = buildMetricsServer(metrics.scrape, tell);
  const address = await listen(server, {host, port}, SETTINGS.metricsPort.environment);
  return {
    address: address + METRICS_PATH,
    emit: tell,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
