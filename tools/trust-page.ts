// docs/trust.md, from the last full run of each subject of `npm run trust`.
import type {KeptReport} from "../trust/subject.ts";

export function trustPage(results: Readonly<Record<string, KeptReport>>): string {
  const reports = Object.values(results);
  return `# Trust

Written by \`npm run docs\` from \`trust/results.json\`; do not edit by hand.

\`npm run trust\` attacks the whole program in several ways for a few minutes and prints its seed; \`-- --seed N\` repeats a run, \`-- --count N\` changes its size.
\`npm run trust -- --full\` is the run below. A failure is an effect that the attack must not have.

Some damage can't be seen. A file without a checksum may have one digit changed into another: the number is as plausible as the first one. On a first
load nothing contradicts it, so it is published, and the mutants leave it out. Behind an earlier release it is held where the dataset is
declared not revised; elsewhere it looks like a revision. A table of text that was cut at the end of a line looks whole too: a first load
publishes the rows that are there ("part" below), a later one is held if a series is missing. If every series is there, and only the last rows of
the last one are not (SDMX-CSV, a package), or the oldest days (the Bank's table, which a reader asks for from any day), it is published: each of
its values is true, the values of the releases before stay served, and none is withdrawn, because a row that is not there says nothing. So is a package that was cut behind
its header: that is a release of names, which takes nothing away.

Times on the clock (idle, beside) depend on other work of the machine, so only their ratio is judged, in the best of three tries. A full disk is tried under
the embedded store: the disk of PostgreSQL is the database's own, and a database that stops is tried by \`npm test\`.

| subject | tries | failures | run |
|---|---|---|---|
${reports.map(({name, tried, failures, day, seed, seconds}) => `| ${name} | ${number(tried)} | ${failures.length} | ${day}, seed ${seed}, ${Math.ceil(seconds / 60)} minutes |`).join("\n")}

${reports.map(section).join("\n")}`;
}

function section({name, about, rows, failures}: KeptReport): string {
  const columns = Object.keys(rows[0] ?? {});
  const lines = rows.map((row) => `| ${columns.map((column) => cell(row[column])).join(" | ")} |`);
  return `## ${name[0]!.toUpperCase()}${name.slice(1)}

${about[0]!.toUpperCase()}${about.slice(1)}.

| ${columns.join(" | ")} |
|${columns.map(() => "---|").join("")}
${lines.join("\n")}
${failures.map((failure) => `\n- ${failure}`).join("")}`;
}

function cell(value: string | number | undefined): string {
  return typeof value === "number" ? number(value) : (value ?? "").replaceAll("|", "\\|");
}

function number(value: number): string {
  return value.toLocaleString("en-US");
}
