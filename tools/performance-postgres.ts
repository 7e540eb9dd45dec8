// The part of docs/performance.md about PostgreSQL, from the last run of `npm run bench -- --store postgres`.
import {type Goal, goalText, judge, shortfall} from "../bench/goals.ts";
import type {PostgresResults} from "../bench/results.ts";
import {POSTGRES_GOALS, type PostgresMeasurement} from "../bench/results.ts";
import {figureText} from "../bench/subject.ts";

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
${measurements.map(row).join("\n")}

${measurements.map(details).join("\n")}

An answer asks the database for minute, page and charge, one after the other; over one connection most of the time of a small answer is these
round trips. Requests that come at the same time share them ([decision 34](decisions/0034-gathered-requests.md)).
Neither store waits for the disk when an answer is charged.
`;
}

function row({goal: name, value, remarks}: PostgresMeasurement): string {
  const goal: Goal = POSTGRES_GOALS[name];
  const measured = value === null ? remarks.join("; ") : `${figureText(value)} ${goal.unit}`;
  return `| ${goal.what} | ${goalText(goal)} | ${measured} | ${value === null ? "" : verdict(goal, value)} |`;
}

function verdict(goal: Goal, value: number): string {
  const judged = judge(goal, value);
  if (judged === "told") return "";
  return judged === "missed" ? `**missed**, ${shortfall(goal, value)}` : "reached";
}

function details({goal, figures}: PostgresMeasurement): string {
  const made = Object.entries(figures).map(([name, figure]) => `${inWords(name)} ${figureText(figure)}`);
  return `- ${POSTGRES_GOALS[goal].what}: ${made.join("; ")}`;
}

function inWords(name: string): string {
  return name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
