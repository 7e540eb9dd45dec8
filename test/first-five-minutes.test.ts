// docs/first-five-minutes.md is executed: its blocks run in order against a sample, and give the outputs on the page.
import assert from "node:assert/strict";
import {spawnSync} from "node:child_process";
import {chmodSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {test} from "node:test";
import {ryad, serve} from "./command.ts";
import {startSample} from "./sample.ts";
import {looksLike, openShell, readBlocks} from "./shell-session.ts";
import {PROJECT, temporaryFolder} from "./warehouse.ts";

const BLOCKS = readBlocks(readFileSync(join(PROJECT, "docs/first-five-minutes.md"), "utf8"));
/** In variables, because a path may contain any special character of a shell. */
const COMMAND = {RYAD_TEST_NODE: process.execPath, RYAD_TEST_COMMAND: join(PROJECT, "bin/ryad.js")};
const runs = (command: string, ...args: string[]): boolean => spawnSync(command, args).status === 0;
const hasShell = process.platform !== "win32" && runs("bash", "--version") && runs("curl", "--version");
const skip = hasShell ? false : "needs bash and curl";

test("every command of the first five minutes gives the output on the page", {skip}, async (t) => {
  const folder = await temporaryFolder(t);
  const sample = await startSample(t, folder);
  symlinkSync(join(PROJECT, "samples"), join(folder, "samples"));
  linkCommand(folder);
  const shell = openShell(t, folder, COMMAND);
  const origins = new Map([["http://127.0.0.1:8080", sample.origin]]);
  const here = (text: string): string =>
    [...origins].reduce((moved, [shown, origin]) => moved.replaceAll(shown, origin), text);
  let compared = 0;
  for (const {kind, text, shown} of BLOCKS) {
    if (kind === "sh serve") {
      const port = /^node_modules\/\.bin\/ryad serve --port (\d+)\n$/.exec(text)?.[1];
      const {origin} = await serve(t, join(folder, "data"));
      origins.set(`http://127.0.0.1:${port}`, origin);
    }
    if (kind !== "sh run") continue;
    const written = await shell.run(here(text));
    if (shown === null) assert.equal(written, "", text);
    else assert.match(written.replace(/^\ufeff/, ""), looksLike(shown), text);
    compared++;
  }
  assert.ok(compared >= 15);
});

test("pandas makes the table on the page", {
  skip: skip || (runs("python3", "-c", "import pandas") ? false : "needs pandas"),
}, async (t) => {
  const {origin, token} = await startSample(t, await temporaryFolder(t));
  const {text, shown} = BLOCKS.find(({kind}) => kind === "python")!;
  const shell = openShell(t, PROJECT, {TOKEN: token});
  const script = text.replaceAll("http://127.0.0.1:8080", origin);
  const table = await shell.run(`python3 - <<'END'\n${script}END`);
  assert.equal(table.replace(/ +$/gm, ""), shown?.trimEnd());
});

const officeSkip =
  skip ||
  (runs("soffice", "--version") && runs("/usr/bin/python3", "-c", "import uno")
    ? false
    : "needs LibreOffice Calc and its Python");

test("LibreOffice imports dates and numbers from both forms of CSV, and draws them", {
  skip: officeSkip,
}, async (t) => {
  const folder = await temporaryFolder(t);
  const {origin, token} = await startSample(t, folder);
  const shell = openShell(t, folder, {HOME: folder, CHART: join(PROJECT, "test/chart-in-calc.py")});
  const setup = BLOCKS.filter(({text}) => /^export TOKEN=|> inflation/m.test(text)).map(({text}) => text);
  for (const lines of setup) await shell.run(lines.replaceAll("http://127.0.0.1:8080", origin));
  assert.equal(readFileSync(join(folder, "data/sample/token.txt"), "utf8").trim(), token);

  for (const [csv, language] of [
    ["inflation.csv", "1033"],
    ["inflation-ru.csv", "1049"],
  ] as const) {
    const picture = join(folder, `${csv}.png`);
    const said = await shell.run(`/usr/bin/python3 "$CHART" ${csv} ${language} ${csv}.png`);
    assert.deepEqual(said.split("\n"), ["VALUE 2013-09-01 VALUE 6.14", "VALUE 2025-12-01 VALUE 5.59"]);
    assert.ok(statSync(picture).size > 10_000);
  }
  const commands = BLOCKS.find(({kind}) => kind === "sh office")!.text;
  await shell.run(commands.replaceAll("--headless", `--headless -env:UserInstallation=file://${folder}/office`));
  for (const sheet of ["inflation.ods", "inflation-ru.ods"]) assert.ok(statSync(join(folder, sheet)).size > 5000);
});

test("the package on the page about packages is valid", async (t) => {
  const page = readFileSync(join(PROJECT, "docs/tidy-package.md"), "utf8");
  const block = (kind: string): string => readBlocks(page).find((one) => one.kind === kind)!.text;
  const folder = await temporaryFolder(t);
  writeFileSync(join(folder, "dataset.json"), block("json"));
  writeFileSync(join(folder, "observations.csv"), block("csv"));
  const data = await temporaryFolder(t);
  const {stdout, stderr} = await ryad(["load", folder, "--data", data]);
  assert.equal(stdout, "me/bread of 2026-04-01: 3 new values, 0 revised\n", stderr);
});

/** The session's folder is not a checkout: it uses the command of this one. */
function linkCommand(folder: string): void {
  const bin = join(folder, "node_modules/.bin");
  mkdirSync(bin, {recursive: true});
  writeFileSync(join(bin, "ryad"), '#!/bin/sh\nexec "$RYAD_TEST_NODE" "$RYAD_TEST_COMMAND" "$@"\n');
  chmodSync(join(bin, "ryad"), 0o755);
}
