// Writes every generated page of docs/. With --check it writes nothing, names the pages that are out of date, and exits 1 if there are any.
import {existsSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {readBillionResults} from "../bench/billion/billion.ts";
import {REMARKS} from "../bench/goal-remarks.ts";
import {readPeerResults} from "../bench/peers/results.ts";
import {readPostgresResults, readResults} from "../bench/results.ts";
import {readSearchResults} from "../bench/search-results.ts";
import {commandHelp, overview, readCommands} from "../src/cli/commands.ts";
import {SOURCES_SCHEMA} from "../src/fetch/sources/source.ts";
import {SETTINGS, type SettingRow} from "../src/settings/setting-rows.ts";
import {readTrustResults} from "../trust/results.ts";
import {CONFORMANCE_PAGE, conformancePage, readConformance, readPage} from "./conformance.ts";
import {metricsPage} from "./metrics-page.ts";
import {billionPart} from "./performance-billion.ts";
import {filesPart} from "./performance-files.ts";
import {performancePage} from "./performance-page.ts";
import {peersPart} from "./performance-peers.ts";
import {postgresPart} from "./performance-postgres.ts";
import {searchSection} from "./search-section.ts";
import {trustPage} from "./trust-page.ts";

const root = join(import.meta.dirname, "..");

/** Written by a run of that subject alone. */
const FILES_RESULTS = join(root, "bench", "results-files.json");

/** Page → the function that gives its text. */
const PAGES: Readonly<Record<string, () => string>> = {
  [CONFORMANCE_PAGE]: () => {
    const {rules, titles} = readConformance(root);
    return conformancePage(rules, titles);
  },
  "docs/command.md": commandPage,
  "docs/metrics.md": metricsPage,
  "docs/performance.md": () =>
    performancePage(
      readResults(join(root, "bench", "results.json")),
      REMARKS,
      [
        peersPart(readPeerResults(join(root, "bench", "peers", "results.json"))),
        postgresPart(readPostgresResults(join(root, "bench", "results-postgres.json"))),
        ...(existsSync(FILES_RESULTS) ? [filesPart(readResults(FILES_RESULTS))] : []),
        billionPart(readBillionResults(join(root, "bench", "results-billion.json"))),
      ].join("\n"),
    ) + searchSection(readSearchResults(join(root, "bench", "search-results.json"))),
  "docs/settings.md": settingsPage,
  "docs/sources.schema.json": () => `${JSON.stringify(SOURCES_SCHEMA, null, 2)}\n`,
  "docs/trust.md": () => trustPage(readTrustResults()),
};

const commands = await readCommands();
const checking = process.argv.includes("--check");
for (const [path, text] of Object.entries(PAGES)) {
  const wanted = text();
  if (readPage(join(root, path)) === wanted) continue;
  if (checking) {
    console.log(`${path} is out of date: npm run docs`);
    process.exitCode = 1;
  } else {
    writeFileSync(join(root, path), wanted);
    console.log(`wrote ${path}`);
  }
}

/** From the table of commands. */
function commandPage(): string {
  const sections = commands.flatMap((command) => [`## ${command.name}`, "", "```", commandHelp(command), "```", ""]);
  return [
    "# The command",
    "",
    "The output of `ryad --help`. Written by `npm run docs`; do not edit by hand.",
    "",
    "```",
    overview(commands),
    "```",
    "",
    ...sections,
  ].join("\n");
}

/** From the table of settings. */
function settingsPage(): string {
  const rows = Object.values<SettingRow>(SETTINGS).map(
    (row) =>
      `| \`${row.environment}\` | ${row.option === undefined ? "" : `\`--${row.option}\``} | ${row.fallback === undefined ? "" : `\`${row.fallback}\``} | ${row.help} |`,
  );
  return [
    "# Settings",
    "",
    "An option overrides the environment variable; an empty text counts as not set. Written by `npm run docs`; do not edit by hand.",
    "",
    "| environment | option | default | meaning |",
    "|---|---|---|---|",
    ...rows,
    "",
  ].join("\n");
}
