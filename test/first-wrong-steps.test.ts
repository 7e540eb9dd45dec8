// Mistakes of a first day, with the command and the api: each answer says what, where and what to do.
import assert from "node:assert/strict";
import {mkdirSync, writeFileSync} from "node:fs";
import {connect} from "node:net";
import {join} from "node:path";
import {test} from "node:test";
import {ryad} from "./command.ts";
import {openSampleApi} from "./example-answers.ts";
import {temporaryFolder} from "./warehouse.ts";

test("wrong calls of the command are answered with what, where and what to do, and change nothing", async (t) => {
  const folder = await temporaryFolder(t);
  const at = (path: string): string => join(folder, path);
  writeFileSync(at("file"), "");
  writeFileSync(at("alone.csv"), "a;b\n1;2\n");
  writePackage(at("typo"), {provider: "me", dataset: "bread", nam: "Bread", publishd_at: "2026-04-01"});
  writePackage(
    at("named"),
    DESCRIPTION,
    "indicator;geo;period;value\nprice;Москва;2026-01;61.2\nprice;RU-78;2026-01;58.5\n",
  );
  const calls: readonly (readonly [call: readonly string[], code: number, says: readonly string[]])[] = [
    [["sevre"], 2, ['unknown command "sevre"; serve was probably meant', "ryad --help lists the commands"]],
    [
      ["serve", "--prot", "1"],
      2,
      ["unknown option --prot; --port was probably meant", "ryad serve --help describes it"],
    ],
    [
      ["serve", "--data", at("file")],
      1,
      [`the data folder ${at("file")} can't be created`, "name another with --data"],
    ],
    [["load", at("none"), "--data", at("d")], 1, [`${at("none")} does not exist`]],
    [
      ["load", at("typo"), "--data", at("d")],
      1,
      ["nam: is unknown; name was probably meant", "publishd_at: is unknown; published_at"],
    ],
    [
      ["load", join(at("typo"), "observations.csv"), "--data", at("d")],
      1,
      ["one file of a tidy package", `load its folder: ryad load ${at("typo")}`],
    ],
    [
      ["load", at("alone.csv"), "--data", at("d")],
      1,
      ["asks at a terminal what a table of your own does not say", "as options, or a descriptor"],
    ],
    [["load", at("none"), "--data", join(at("file"), "d")], 1, [`${at("none")} does not exist`]],
    [["export", at("x.xlsx"), "--data", at("d")], 1, [`${at("x.xlsx")} has the name of neither`, ".csv or .parquet"]],
    [["restore", at("alone.csv"), "--data", at("file")], 1, ["it is a file", "name another with --data"]],
    [["help", "lod"], 2, ['unknown command "lod"; load was probably meant']],
    [
      ["load", at("named"), "--data", at("d")],
      1,
      [
        'observations.csv, line 2, column geo: is not a code of the source; г. Москва is 45000000000 ("Москва")',
        'line 3, column geo: is not a code of the source; г. Санкт-Петербург is 40000000000 ("RU-78")',
      ],
    ],
    [
      ["load", at("typo"), "--data", join(at("file"), "d")],
      1,
      [`the data folder ${join(at("file"), "d")} can't be created`, "--data"],
    ],
    [["backup", at("no/where.tar"), "--data", at("d")], 1, [`there is no folder ${at("no")}`, "make the folder first"]],
    [["export", at("no/where.csv"), "--data", at("d")], 1, [`there is no folder ${at("no")}`, "make the folder first"]],
    [["restore", at("none.tar"), "--data", at("d")], 1, [`${at("none.tar")} does not exist`, "ryad backup"]],
    [
      ["load", at("typo"), "--data", at("d"), "--skip-bad-rows", at("no/rows.csv")],
      1,
      [`there is no folder ${at("no")}`, "make the folder first"],
    ],
    [["check", "--data", at("none")], 1, [`there is no store in ${at("none")}`, "--data"]],
    [["token", "create", "--email", "me", "--data", at("d")], 1, ['"me" is not an email address']],
    [["token", "create", "--email", "me@example.org", "--plan", "gold", "--data", at("d")], 1, ["the plans are free,"]],
  ];
  for (const [call, code, says] of calls) {
    const ended = await ryad(call);
    assert.equal(ended.code, code, `${call.join(" ")}: ${ended.stderr}`);
    assert.equal(ended.stdout, "");
    for (const words of says) assert.ok(ended.stderr.includes(words), `${call.join(" ")}: ${ended.stderr}`);
    assert.doesNotMatch(ended.stderr, /ENOENT|this should not happen|\n\s+at /);
  }
});

test("answers to wrong requests say where the right values are listed", async (t) => {
  const api = await openSampleApi(t);
  const wrong: readonly (readonly [path: string, says: RegExp])[] = [
    ["/api/v1/datasets", /there is no GET route.*\/api\/docs/],
    ["/api/v1/data?dataset=cpi", /there is no dataset cpi.*\/api\/v1\/reference\/datasets/],
    ["/api/v1/data?dataset=cpi_monthly", /try geo=country/],
    ["/api/v1/data?dataset=fedstat/31452&geo=%D0%9C%D0%BE%D1%81%D0%BA%D0%B2%D0%B0", /try geo=45000000000/],
    ["/api/v1/data?dataset=cpi_monthly&geo=country&class=fod", /try class=food/],
    ["/api/v1/series/none/evidence", /take the `series_key` from/],
  ];
  for (const [path, says] of wrong) {
    const {status, text} = await api.get(path);
    assert.equal(status, 404, path);
    assert.match(text, says);
  }
  const origin = await api.server.listen({port: 0, host: "127.0.0.1"});
  assert.match(await sayPlainly(origin, "/api/v1/data?dataset=gdp&geo=Москва"), /percent-encoded.*--data-urlencode/);
});

const DESCRIPTION = {provider: "me", dataset: "bread", name: "Bread", published_at: "2026-04-01"};

function writePackage(folder: string, description: object, rows = "indicator;geo;period;value\n"): void {
  mkdirSync(folder);
  writeFileSync(join(folder, "dataset.json"), JSON.stringify(description));
  writeFileSync(join(folder, "observations.csv"), rows);
}

/** Sends an address like curl: letters without escapes. */
async function sayPlainly(origin: string, path: string): Promise<string> {
  const socket = connect(Number(new URL(origin).port), "127.0.0.1");
  socket.end(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  let answer = "";
  for await (const chunk of socket.setEncoding("utf8")) answer += chunk;
  return answer;
}
