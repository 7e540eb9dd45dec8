// `ryad account` with a running server: its lists, the usage, and disabled accounts.
import assert from "node:assert/strict";
import {test} from "node:test";
import {withStore} from "../src/cli/open-store.ts";
import {readSettings} from "../src/settings/settings.ts";
import {listAccounts} from "../src/store/accounts/account-list.ts";
import {chargeValues} from "../src/store/accounts/charges/statements.ts";
import {within} from "../src/work/patience.fixture.ts";
import {ryad, serve} from "./command.ts";
import {temporaryFolder} from "./warehouse.ts";

test("after account disable the tokens of the account and token create are refused within a second, and after account enable they work again [command.account-disable]", async (t) => {
  const folder = await temporaryFolder(t);
  const run = (...words: string[]) => ryad([...words, "--data", folder]);
  const tokens: string[] = [];
  for (const email of ["anna@example.org", "boris@example.org"])
    tokens.push((await run("token", "create", "--email", email, "--plan", "owner")).stdout.trim());
  const [anna = "", boris = ""] = tokens;
  const server = await serve(t, folder);
  const status = async (token: string) => (await server.get("/api/v1/reference/units", token)).status;
  assert.deepEqual([await status(anna), await status(boris)], [200, 200]);

  const disabled = await run("account", "disable", "Anna@Example.org");
  assert.deepEqual([disabled.code, disabled.stdout], [0, "anna@example.org is disabled\n"]);
  await within(1, "the token is still good", async () => (await status(anna)) === 401);
  assert.equal(await status(boris), 200);
  const refused = await run("token", "create", "--email", "anna@example.org");
  assert.deepEqual([refused.code, refused.stdout], [1, ""]);
  assert.match(refused.stderr, /the account of anna@example\.org is disabled\nryad account enable/);

  assert.equal((await run("account", "enable", "anna@example.org")).code, 0);
  await within(1, "the token is still refused", async () => (await status(anna)) === 200);
  const unknown = await run("account", "disable", "nobody@example.org");
  assert.deepEqual([unknown.code, unknown.stdout], [1, ""]);
  assert.match(unknown.stderr, /there is no account of nobody@example\.org\nryad account list/);
});

test("account list and account usage show plan, tokens and values, as a table and as JSON [command.account-list]", async (t) => {
  const folder = await temporaryFolder(t);
  const run = (...words: string[]) => ryad([...words, "--data", folder]);
  await run("token", "create", "--email", "anna@example.org", "--plan", "academic");
  await run("token", "create", "--email", "boris@example.org");
  await withStore({...readSettings({}), dataFolder: folder}, "change", (store) =>
    store.accounts.write(function* (q) {
      const [anna] = yield* listAccounts(q, "2026-03");
      yield* chargeValues(q, {accountId: anna!.id, month: "2026-03", day: "2026-03-05", values: 120, limit: null});
      yield* chargeValues(q, {accountId: anna!.id, month: "2026-03", day: "2026-03-07", values: 3, limit: null});
    }),
  );
  const list = JSON.parse((await run("account", "list", "--json")).stdout);
  assert.deepEqual(
    list.map(({created_at: _, ...rest}: Record<string, unknown>) => rest),
    [
      {email: "anna@example.org", plan: "academic", disabled_at: null, tokens: 1, last_used_at: null, values_used: 0},
      {email: "boris@example.org", plan: "free", disabled_at: null, tokens: 1, last_used_at: null, values_used: 0},
    ],
  );
  const march = ["--month", "2026-03"];
  assert.deepEqual(JSON.parse((await run("account", "usage", "anna@example.org", ...march, "--json")).stdout), [
    {day: "2026-03-05", values_used: 120},
    {day: "2026-03-07", values_used: 3},
  ]);
  const all = await run("account", "usage", ...march);
  assert.match(all.stdout, /^anna@example\.org +academic +123$/m);
  assert.match(all.stdout, /^boris@example\.org +free +0 +1000000$/m);
  assert.match(
    (await run("account", "usage", "--month", "2026-3")).stderr,
    /"2026-3" is not a month\nwrite it YYYY-MM/,
  );
});
