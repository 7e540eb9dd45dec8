// A column of countries in which two texts are one country.
import assert from "node:assert/strict";
import {writeFileSync} from "node:fs";
import {join} from "node:path";
import {type TestContext, test} from "node:test";
import {ryad} from "../../../../test/command.ts";
import {temporaryFolder} from "../../../../test/warehouse.ts";

async function loaderOf(t: TestContext, rows: readonly string[]) {
  const folder = await temporaryFolder(t);
  const [path, data] = [join(folder, "co2.csv"), join(folder, "data")];
  writeFileSync(path, `${["Year,Country,Total", ...rows].join("\n")}\n`);
  const answers = ["--unit", "thousand tonnes", "--published", "2024-05-01"];
  return (...more: string[]) => ryad(["load", path, "--describe", ...answers, "--data", data, ...more]);
}

const FRANCE = ["1945,FRANCE,1", "1946,FRANCE,2", "1947,FRANCE,3"];

test("two texts of one column that name one territory never join in silence: where both stand in one period they are asked, with the option that keeps them apart [described.joined-names]", async (t) => {
  const german = ["1944,GERMANY,4", "1945,GERMANY,5", "1991,GERMANY,6", "1945,FEDERAL REPUBLIC OF GERMANY,7"];
  const load = await loaderOf(t, [...FRANCE, ...german, "1946,FEDERAL REPUBLIC OF GERMANY,8"]);
  const open = await load();
  assert.equal(open.code, 1);
  const question =
    'which territory? "FEDERAL REPUBLIC OF GERMANY" and "GERMANY" of Country are both DE, Germany, and both stand in 1945: with --leave-out "FEDERAL REPUBLIC OF GERMANY" is a group of its own';
  assert.ok(open.stderr.includes(question), open.stderr);
  assert.doesNotMatch(open.stdout, /held as run/);
  const apart = await load("--leave-out");
  assert.match(apart.stdout, /held as run \S+ \(confirmed-descriptor\)/, apart.stderr);
  assert.match(apart.stderr, /8 values of \S+ would be read/);
  assert.match(apart.stderr, /A 1945-01-01 +federal_republic_of_germany/);
});

test("two texts of one territory that never stand in one period are told, and read as one [described.joined-names]", async (t) => {
  const load = await loaderOf(t, [...FRANCE, "1945,BURMA,4", "1946,MYANMAR,5"]);
  const held = await load();
  const told =
    '60 %  territories: "MYANMAR" and "BURMA" of Country are both MM, Myanmar (Burma), and never stand in one period: they are read as one';
  assert.ok(held.stderr.includes(told), held.stderr);
  assert.match(held.stdout, /held as run \S+ \(confirmed-descriptor\)/);
});

test("a second text of a country far below the rows that a proposal looks at is refused, and the run says which two they are [described.joined-names]", async (t) => {
  const rows = Array.from({length: 200_000}, (_, at) => `${1800 + (at % 200)},GERMANY,${at},${at % 7}`);
  rows.splice(199_990, 0, "2001,FEDERAL REPUBLIC OF GERMANY,1,1");
  const folder = await temporaryFolder(t);
  const path = join(folder, "wide.csv");
  writeFileSync(path, `${["Year,Country,Item,Total", ...rows].join("\n")}\n`);
  const data = ["--data", join(folder, "data")];
  const answers = ["--unit", "thousand tonnes", "--published", "2024-05-01"];
  const {stdout, stderr} = await ryad(["load", path, "--describe", ...answers, ...data]);
  assert.match(stdout, /held as run \S+ \(.*known-territories/, stderr);
  const run = /held as run (\S+)/.exec(stdout)![1]!;
  const shown = await ryad(["runs", "--show", run, ...data]);
  assert.match(shown.stdout, /names Germany, as "GERMANY" does: name both in territories/);
  assert.match(shown.stdout, /FEDERAL REPUBLIC OF GERMANY/);
});

test("a name with an addition or without its signs is guessed and told, and a state of the past stays a group of the table's own [described.joined-names]", async (t) => {
  const near = [
    "CHINA (EXCLUDING TAIWAN)",
    "COTEDIVOIRE",
    "SRILANKA",
    "MYANMAR (FORMERLY BURMA)",
    "FRANCE (INCLUDING MONACO)",
  ];
  const known = [
    "GERMANY",
    "SPAIN",
    "ITALY",
    "PERU",
    "CHILE",
    "POLAND",
    "NORWAY",
    "SWEDEN",
    "FINLAND",
    "JAPAN",
    "INDIA",
  ];
  const more = [
    "KENYA",
    "GHANA",
    "EGYPT",
    "CUBA",
    "HAITI",
    "TURKEY",
    "GREECE",
    "BRAZIL",
    "CANADA",
    "MEXICO",
    "ANGOLA",
    "NEPAL",
    "QATAR",
    "OMAN",
    "YEMEN",
    "TOGO",
    "MALI",
    "CHAD",
    "NIGER",
    "LAOS",
  ];
  const past = ["KOREA (FORMER)", "FORMER YUGOSLAVIA"];
  const load = await loaderOf(t, [...FRANCE, ...[...near, ...known, ...more, ...past].map((one) => `1950,${one},1`)]);
  const {stderr, stdout} = await load();
  const codes = ["CN", "CI", "LK", "MM"];
  for (const [at, code] of codes.entries())
    assert.match(
      stderr,
      new RegExp(`60 % {2}territories: "${near[at]!.replace(/[()]/g, "\\$&")}" is in no list, and is read as ${code},`),
    );
  assert.match(
    stderr,
    /"FRANCE \(INCLUDING MONACO\)" and "FRANCE" of Country are both FR, France, and never stand in one period/,
  );
  assert.match(
    stderr,
    /2 members of Country are in no list, and become its own groups: KOREA \(FORMER\), FORMER YUGOSLAVIA/,
  );
  assert.match(stdout, /held as run \S+ \(confirmed-descriptor\)/);
});
