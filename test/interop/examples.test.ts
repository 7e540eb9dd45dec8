// The examples for Python and R of docs/odata.md, of the quick start and of the page of a series, run as they are printed.
//
// PYTHON names a python3 with the packages of requirements.txt. R needs httr and jsonlite.
import assert from "node:assert/strict";
import {execFile, spawnSync} from "node:child_process";
import {readFileSync} from "node:fs";
import {writeFile} from "node:fs/promises";
import {join} from "node:path";
import {test} from "node:test";
import {promisify} from "node:util";
import {type Json, type Live, startLive} from "./live.ts";

const PYTHON = process.env["PYTHON"] ?? "python3";
const ODATA = readFileSync(join(import.meta.dirname, "../../docs/odata.md"), "utf8");
/** Food prices by month, in the samples. */
const FOOD = "klksjte4fgvtljor";

const lacks = (program: string, ...words: string[]): boolean => spawnSync(program, words).status !== 0;
const PROGRAMS = {
  python: {
    program: PYTHON,
    ending: "py",
    skip: lacks(PYTHON, "-c", "import pandas, requests") && "needs a python3 with pandas and requests",
  },
  r: {
    program: "Rscript",
    ending: "R",
    skip: lacks("Rscript", "-e", "library(httr); library(jsonlite)") && "needs R with httr and jsonlite",
  },
} as const;
type Language = keyof typeof PROGRAMS;

async function run(live: Live, language: Language, script: string): Promise<string> {
  const {program, ending} = PROGRAMS[language];
  const own = script.replaceAll("https://stat.example.org", live.origin).replaceAll(/\b(?:RYAD_)?TOKEN\b/g, live.token);
  const file = join(live.folder, `example.${ending}`);
  await writeFile(file, own);
  return (await promisify(execFile)(program, [file], {env: {...process.env, LC_ALL: "C.UTF-8"}})).stdout;
}

/** The text that a reader copies from a block of a page. */
async function blockOf(live: Live, path: string, id: string): Promise<string> {
  const page = await (await fetch(`${live.origin}${path}`)).text();
  const [, code] = new RegExp(`<code id="${id}"[^>]*>([\\s\\S]*?)</code>`).exec(page)!;
  const signs: Readonly<Record<string, string>> = {lt: "<", gt: ">", quot: '"', amp: "&", "#39": "'"};
  return code!.replaceAll("<wbr>", "").replaceAll(/&(lt|gt|quot|amp|#39);/g, (_, name: string) => signs[name]!);
}

const blockIn = (page: string, language: Language): string =>
  new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(page)![1]!;

/** What is printed behind an example, if it prints nothing itself: the number of rows, and the last value. */
const PRINT = {
  python: (table: string) => `\nprint(len(${table}), ${table}["value"].iloc[-1], ${table}["period"].iloc[-1].year)\n`,
  r: (table: string) =>
    `\ncat(nrow(${table}), format(tail(${table}$value, 1), digits = 15), format(tail(as.Date(${table}$period), 1), "%Y"))\n`,
} as const;

async function expectedRows(live: Live, path: string): Promise<string> {
  const {items = [], observations = items, value = observations}: Json = await (await live.get(path)).json();
  return `${value.length} ${value.at(-1).value} ${value.at(-1).period.slice(0, 4)}`;
}

for (const language of ["python", "r"] as const) {
  const {skip} = PROGRAMS[language];
  test(`the examples of the site in ${language} give the figures of the server [clients.examples]`, {
    skip,
  }, async (t) => {
    const live = await startLive(t);
    const printed = await run(live, language, await blockOf(live, "/quick-start", language));
    const {observations}: Json = await (
      await live.get("/api/v1/data?dataset=cpi_monthly&geo=country&class=food&measure=prev_month&start=2025")
    ).json();
    for (const {period, value} of observations.slice(-5))
      assert.match(printed, new RegExp(`${period}.*\\b${value}\\b`));
    assert.match(printed, /Russian Federation/);
    const id = `use-${language === "python" ? 1 : 2}`;
    const script = `${await blockOf(live, `/series/${FOOD}`, id)}${PRINT[language]("series")}`;
    const expected = await expectedRows(live, `/api/v1/series/${FOOD}/observations?limit=5000`);
    assert.equal((await run(live, language, script)).trim(), expected);
  });

  test(`the example of OData in ${language} reads every page [clients.examples]`, {skip}, async (t) => {
    const live = await startLive(t);
    const filter = "$filter=dataset_code eq '31452' and geo eq '45000000000'".replaceAll(" ", "%20");
    const expected = await expectedRows(live, `/api/v1/odata/observations?${filter}`);
    const script = `${blockIn(ODATA, language)}${PRINT[language]("values")}`;
    assert.equal((await run(live, language, script)).trim(), expected);
    // A page of ten rows, so that there are several.
    const paged =
      language === "python"
        ? script.replace('auth=("", "TOKEN")', '$&, headers={"Prefer": "odata.maxpagesize=10"}')
        : script.replace('authenticate("", "TOKEN")', '$&, add_headers(Prefer = "odata.maxpagesize=10")');
    assert.notEqual(paged, script);
    assert.equal((await run(live, language, paged)).trim(), expected);
  });
}

test("the line for a slice in pandas keeps codes as text [clients.examples]", {
  skip: PROGRAMS.python.skip,
}, async (t) => {
  const live = await startLive(t);
  const line = /`(pd\.read_csv\([^`]*\))`/.exec(ODATA)![1]!;
  const script = `import pandas as pd\ntable = ${line}\nprint(len(table), table["series_key"].nunique(), table["geo"].iloc[0])\n`;
  const {observations, series}: Json = await (await live.get("/api/v1/data?dataset=31452&limit=300")).json();
  const printed = (await run(live, "python", script)).trim();
  assert.equal(printed, `${observations.length} ${series.length} ${series[0].geo}`);
});

test("read.csv2 of R leaves the numbers of a slice as text, as the quick start says [clients.examples]", {
  skip: PROGRAMS.r.skip,
}, async (t) => {
  const live = await startLive(t);
  const example = await blockOf(live, "/quick-start", "r");
  const script = `${example.replace("read.csv(", "read.csv2(")}\ncat(class(data$value))\n`;
  assert.match(await run(live, "r", script), /character$/);
});

test("read_csv2 of readr reads the point as a sign between thousands, as the quick start says [clients.examples]", {
  skip: lacks("Rscript", "-e", "library(readr)") && "needs R with readr",
}, async (t) => {
  const live = await startLive(t);
  const answer = await live.get(
    "/api/v1/data?dataset=cpi_monthly&geo=country&class=food&measure=prev_month&start=2026-01&end=2026-01&format=csv",
  );
  const csv = join(live.folder, "slice.csv");
  await writeFile(csv, await answer.text());
  const script = `cat(readr::read_csv2(${JSON.stringify(csv)}, show_col_types = FALSE)$value)\n`;
  assert.equal(await run(live, "r", script), "10195");
});
