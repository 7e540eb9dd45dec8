// A data folder in which a database is missing or belongs to another store: every command names it and says what to do.
import assert from "node:assert/strict";
import {copyFile, cp, readdir, rm, truncate} from "node:fs/promises";
import {join} from "node:path";
import {test} from "node:test";
import {createToken, ryad} from "./command.ts";
import {temporaryFolder, writePackage} from "./warehouse.ts";

const METADATA = {provider: "showdata", dataset: "tiny", name: "Tiny (not official)", published_at: "2024-01-10"};

test("every command refuses a folder with a missing or empty database, and names it [store.whole]", async (t) => {
  const whole = await temporaryFolder(t);
  const tiny = await writePackage(join(await temporaryFolder(t), "tiny"), METADATA, "indicator,geo,period,value", [
    "x,45000000000,2024-01,1",
  ]);
  assert.equal((await ryad(["load", tiny, "--data", whole])).code, 0);
  await createToken(whole, "free", "a@example.org");
  const other = await temporaryFolder(t);
  const commands = commandsWith(tiny, other);
  const losses = {
    statistics: (path: string) => rm(path),
    accounts: (path: string) => rm(path),
    sources: (path: string) => truncate(path),
  };
  for (const [index, words] of commands.entries()) {
    // each command meets one of the losses, and serve and load meet all
    const parts = Object.entries(losses).filter((_, at) => index < 3 || index % 3 === at);
    for (const [part, lose] of parts) {
      const folder = join(await temporaryFolder(t), "data");
      await cp(whole, folder, {recursive: true});
      await lose(join(folder, `${part}.db`));
      const before = (await readdir(folder)).filter((name) => name.endsWith(".db"));
      const {code, stdout, stderr} = await ryad([...words, words[0] === "copy" ? "--from" : "--data", folder]);
      const said = `${words.join(" ")} without ${part}: ${code} ${stdout}${stderr}`;
      assert.equal(code, 1, said);
      assert.match(
        stderr,
        new RegExp(`ryad: ${part}\\.db is (?:missing|empty) in .*\\nryad restore --force .*\\n$`),
        said,
      );
      assert.equal(stdout, "", said);
      assert.deepEqual(
        (await readdir(folder)).filter((name) => name.endsWith(".db")),
        before,
        said,
      );
    }
  }
});

test("every command refuses a folder with a database of another store, names it, and works once it is adopted [store.identity]", async (t) => {
  const whole = await temporaryFolder(t);
  const foreign = await temporaryFolder(t);
  const tiny = await writePackage(join(await temporaryFolder(t), "tiny"), METADATA, "indicator,geo,period,value", [
    "x,45000000000,2024-01,1",
  ]);
  assert.equal((await ryad(["load", tiny, "--data", whole])).code, 0);
  for (const folder of [whole, foreign]) await createToken(folder, "free", "a@example.org");
  await copyFile(join(foreign, "accounts.db"), join(whole, "accounts.db"));
  for (const words of commandsWith(tiny, await temporaryFolder(t))) {
    const {code, stdout, stderr} = await ryad([...words, words[0] === "copy" ? "--from" : "--data", whole]);
    const said = `${words.join(" ")}: ${code} ${stdout}${stderr}`;
    assert.equal(code, 1, said);
    assert.equal(stdout, "", said);
    assert.match(
      stderr,
      /^ryad: accounts\.db in .* belongs to another store than statistics\.db and sources\.db\n.*ryad adopt accounts .*\n$/,
      said,
    );
  }
  const adopted = await ryad(["adopt", "accounts", "--data", whole]);
  assert.deepEqual([adopted.code, adopted.stdout], [0, "accounts.db belongs to this store now\n"]);
  const again = await ryad(["adopt", "accounts", "--data", whole]);
  assert.deepEqual([again.code, again.stdout], [0, "accounts.db belongs to this store already\n"]);
  assert.match((await ryad(["token", "list", "--data", whole])).stdout, /a@example\.org/);
  assert.equal((await ryad(["check", "--deep", "--data", whole])).code, 0);
  assert.equal((await ryad(["adopt", "all", "--data", whole])).code, 2);
});

function commandsWith(tiny: string, other: string): string[][] {
  return [
    ["serve", "--port", "0"],
    ["migrate"],
    ["load", tiny],
    ["runs"],
    ["release", "list"],
    ["release", "withdraw", "1"],
    ["catalogue", "list"],
    ["dataset", "drop", "tiny"],
    ["token", "create", "--email", "b@example.org"],
    ["token", "list"],
    ["token", "revoke", "1"],
    ["account", "plan", "a@example.org", "academic"],
    ["contact", "list"],
    ["trace", "0000000000000000", "2024-01-01"],
    ["check"],
    ["backup", join(other, "backup.tar")],
    ["export", join(other, "rows.csv")],
    ["copy", "--to", join(other, "copied")],
  ];
}
