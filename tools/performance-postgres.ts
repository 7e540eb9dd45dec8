// The part of docs/performance.md about PostgreSQL, from the last run of `npm run bench -- --store postgres`.
import {POSTGRES_GOALS, type PostgresResults} from "../bench/results.ts";
import {goalDetails, goalRow} from "./performance-page.ts";

export function postgresPart({day, machine, postgres, series, rounds, measurements}: PostgresResults): string {
  const {loadBefore, cores} = machine;
  const isNoisy = loadBefore > cores / 4;
  return `## PostgreSQL beside the embedded store

\`npm run bench -- --store postgres\` on ${day}, from \`bench/results-postgres.json\`: PostgreSQL ${postgres} over a Unix socket, the same ${series.toLocaleString("en-US")} series in
both stores, medians of ${rounds} rounds in which the two stores are measured in turn; server, database and load share the ${cores} cores.${
    isNoisy
      ? ` **The machine was not quiet** (load ${loadBefore.toFixed(1)}
before the run): the figures of a database are far too slow then, because each step waits for another process.`
      : ""
  }

| subject | goal | measured | |
|---|---|---|---|
${measurements.map(({goal, value, remarks}) => goalRow(POSTGRES_GOALS[goal], value, remarks.join("; "))).join("\n")}

${measurements.map(({goal, figures}) => goalDetails(POSTGRES_GOALS[goal], figures)).join("\n")}

An answer asks the database for minute, page and charge, one after the other; over one connection most of the time of a small answer is these
round trips. Requests that come at the same time share them ([PostgreSQL](decisions/0014-postgresql.md)).
Neither store waits for the disk when an answer is charged.
`;
}
