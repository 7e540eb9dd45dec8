// Counters of events: every number here comes from an event, and nothing is counted elsewhere.
//
// No label may grow with the number of accounts: a route is its pattern, a code comes from a closed table, and no label names an account.
import {Counter, Gauge, Histogram, type Registry} from "prom-client";
import {CACHES, type Emit, type Event} from "../../service/events.ts";
import {FETCH_OUTCOMES} from "../../store/fetches/attempt.ts";
import {ERRORS, INVALID_PARAMETERS} from "../errors.ts";

/** In seconds: a health check takes less than the first, the largest slice to a slow client more than the last. */
export const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Registers the counters; returns the function that counts every event. */
export function countEvents(register: Registry): Emit {
  const counters = registerCounters([register]);
  beginAtZero(counters);
  return (event: Event) => {
    switch (event.type) {
      case "request-finished": {
        const {route, status, milliseconds, code, values, whole} = event;
        counters.requests.inc({route, status});
        counters.durations.observe({route}, milliseconds / 1000);
        if (code !== null) counters.refusals.inc({code});
        if (status === 200 && whole && values > 0) counters.returned.inc({route}, values);
        return;
      }
      case "request-unreadable":
        counters.requests.inc({route: "unknown", status: 404});
        counters.refusals.inc({code: "NOT_FOUND"});
        return;
      case "values-charged":
        return counters.charged.inc(event.values);
      case "values-given-back":
        return counters.givenBack.inc(event.values);
      case "cache-asked":
        return counters.caches.inc({cache: event.cache, result: event.hit ? "hit" : "miss"});
      case "slots-changed":
        counters.writing.set(event.writing);
        return counters.waiting.set(event.waiting);
      case "store-failed":
        return counters.storeFailures.inc();
      case "damage-looked":
        counters.damaged.reset();
        for (const {provider, dataset} of event.datasets) counters.damaged.set({provider, dataset}, 1);
        return;
      case "replica-left":
        return counters.replicaUp.set(0);
      case "replica-returned":
        return counters.replicaUp.set(1);
      case "fetch-finished":
        return counters.fetches.inc({outcome: event.outcome});
      case "fetch-failed":
        return counters.fetches.inc({outcome: "failed"});
      case "mail-failed":
        return counters.mailFailures.inc({letter: event.letter});
      case "messages-waiting":
      case "message-sent":
      case "message-failed":
        return countMessages(counters, event);
      case "worker-started":
        return counters.workers.inc();
      case "worker-lost":
        counters.lostWorkers.inc();
        return counters.workers.dec();
      case "worker-replaced":
        return counters.workers.dec();
      case "scrape-failed":
        return counters.scrapeFailures.inc();
      // A failed request is counted by its code, and loads are those of other processes: store-metrics.ts.
      case "request-failed":
      case "load-finished":
      case "worker-failed":
      case "files-failed":
      case "server-started":
      case "server-stopping":
      case "server-stopped":
      case "files-closed":
        return;
      default:
        event satisfies never;
    }
  };
}

function countMessages(
  {messages, messagesWaiting, messagesWait}: ReturnType<typeof registerMessages>,
  event: Extract<Event, {readonly type: "messages-waiting" | "message-sent" | "message-failed"}>,
): void {
  if (event.type === "messages-waiting") {
    messagesWaiting.set(event.count);
    messagesWait.set(event.seconds);
  } else if (event.type === "message-sent") messages.inc({way: event.way, result: "sent"});
  else messages.inc({way: event.way, result: event.isGivenUp ? "given_up" : "failed"});
}

/** The metrics of events. */
function registerCounters(registers: Registry[]) {
  const {counter, gauge} = factories(registers);
  return {
    requests: counter(
      "ryad_http_requests_total",
      "Answered requests, by pattern of the route (unknown: no route) and status (499: the client disconnected before it received any part of the answer).",
      ["route", "status"],
    ),
    durations: new Histogram({
      name: "ryad_http_request_duration_seconds",
      help: "Time from the arrival of a request until its answer was sent, by pattern of the route.",
      labelNames: ["route"],
      buckets: DURATION_BUCKETS,
      registers,
    }),
    refusals: counter(
      "ryad_http_refusals_total",
      "Requests answered with an error, by its code; INVALID_PARAMETERS is a 422, INTERNAL is a failure of the service.",
      ["code"],
    ),
    returned: counter(
      "ryad_values_returned_total",
      "Values in answers that were sent completely, by pattern of the route.",
      ["route"],
    ),
    charged: counter("ryad_values_charged_total", "Values charged to accounts, including those given back later."),
    givenBack: counter(
      "ryad_values_given_back_total",
      "Values given back to accounts because the answer ended in a failure of the service.",
    ),
    caches: counter(
      "ryad_cache_requests_total",
      "Requests to a cache, by its content: catalogue (columns of datasets), body (finished slices), list (reference lists).",
      ["cache", "result"],
    ),
    writing: gauge("ryad_large_answers_writing", "Large answers that have a write slot now."),
    waiting: gauge("ryad_large_answers_waiting", "Large answers that wait for a write slot now."),
    storeFailures: counter(
      "ryad_store_failures_total",
      "Failures of the store outside an answer, for example when values could not be given back.",
    ),
    replicaUp: new Gauge({
      name: "ryad_replica_up",
      help: "0 while the replica is left out because it failed or hangs, otherwise 1, also without a replica.",
      aggregator: "min",
      registers,
    }),
    damaged: gauge(
      "ryad_dataset_damaged",
      "1 for each dataset that was damaged when the store was last looked at, after a request had met damage; absent for all others.",
      ["provider", "dataset"],
    ),
    ...registerWork(registers),
  };
}

/** The metrics of work beside answers. */
function registerWork(registers: Registry[]) {
  const {counter, gauge} = factories(registers);
  return {
    mailFailures: counter(
      "ryad_mail_failures_total",
      "Letters of the site that the mail server did not accept, by kind.",
      ["letter"],
    ),
    ...registerMessages(registers),
    fetches: counter(
      "ryad_fetches_total",
      "Runs of due sources, by outcome; failed: the run died, or sources.yaml could not be read.",
      ["outcome"],
    ),
    scrapeFailures: counter("ryad_scrape_failures_total", "Scrapes of these metrics that could not read the store."),
    workers: gauge("ryad_workers", "Workers that answer requests now; 0 if one process does everything."),
    lostWorkers: counter("ryad_workers_lost_total", "Workers that ended by themselves and were replaced."),
  };
}

/** Of what subscribers and the operator are told. */
function registerMessages(registers: Registry[]) {
  const {counter, gauge} = factories(registers);
  return {
    messages: counter(
      "ryad_messages_total",
      "Tries to tell a subscriber or the operator of an event, by way (mail, webhook) and result: sent, failed (tried again later), given_up (after a day).",
      ["way", "result"],
    ),
    messagesWaiting: gauge("ryad_messages_waiting", "Messages to subscribers and the operator that are not sent yet."),
    messagesWait: gauge(
      "ryad_messages_waiting_seconds",
      "Seconds since the oldest message that is not sent yet was written; 0 if none waits.",
    ),
  };
}

function factories(registers: Registry[]) {
  return {
    counter: <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
      new Counter({name, help, labelNames, registers}),
    gauge: <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
      new Gauge({name, help, labelNames, registers}),
  };
}

/** A counter that begins with its first event hides that event from rate() and increase(). */
function beginAtZero({
  refusals,
  replicaUp,
  mailFailures,
  messages,
  caches,
  fetches,
}: ReturnType<typeof registerCounters>): void {
  for (const code of [...Object.keys(ERRORS), INVALID_PARAMETERS]) refusals.inc({code}, 0);
  replicaUp.set(1);
  for (const letter of ["sign-in", "contact"]) mailFailures.inc({letter}, 0);
  for (const outcome of [...FETCH_OUTCOMES, "failed"]) fetches.inc({outcome}, 0);
  for (const way of ["mail", "webhook"])
    for (const result of ["sent", "failed", "given_up"]) messages.inc({way, result}, 0);
  for (const cache of CACHES) for (const result of ["hit", "miss"]) caches.inc({cache, result}, 0);
}
