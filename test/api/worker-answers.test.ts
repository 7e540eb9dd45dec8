// Requests to several workers: their answers are those of one process.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {tokenFingerprint, WINDOW_MS} from "../../src/access/account.ts";
import {setPlan} from "../../src/store/accounts/account.ts";
import {setDisabled} from "../../src/store/accounts/account-list.ts";
import {findTokenOwner} from "../../src/store/accounts/token.ts";
import {tries} from "../../src/work/tries.fixture.ts";
import {type Answer, type Api, createApi} from "./client.ts";
import {openWith, PRICES} from "./packages.ts";

const PATHS = {
  values: "/api/v1/data?dataset=prices&limit=2",
  "no values": "/api/v1/data?dataset=prices&limit=2&start=2090-01",
  nowhere: "/api/v1/data?dataset=prices&geo=RU-77",
  unknown: "/api/v1/data?dataset=nothing",
  wrong: "/api/v1/data?dataset=prices&limit=0",
  misspelt: "/api/v1/data?dataset=prices&limmit=2",
  unrouted: "/api/v1/data/nothing",
  units: "/api/v1/reference/units",
} as const;

type Step = keyof typeof PATHS | "head" | "held" | "free" | "business" | "disable" | "enable" | "spend" | "later";

const STEP: fc.Arbitrary<Step> = fc.oneof(
  {weight: 12, arbitrary: fc.constantFrom(...(Object.keys(PATHS) as (keyof typeof PATHS)[]), "head", "held")},
  {weight: 12, arbitrary: fc.constant("values" as const)},
  {weight: 3, arbitrary: fc.constantFrom("free", "business", "disable", "enable", "spend", "later")},
);

interface Reader {
  readonly api: Api;
  readonly email: string;
  readonly accountId: number;
  readonly token: string;
}

/** What the step was answered with; null: it asks nothing. */
async function take({api, email, accountId, token}: Reader, etag: string, step: Step): Promise<Answer | null> {
  const headers = {"x-api-key": token};
  if (step === "head") return api.ask("HEAD", PATHS.values, headers);
  if (step === "held") return api.get(PATHS.values, {...headers, "if-none-match": etag});
  if (step in PATHS) return api.get(PATHS[step as keyof typeof PATHS], headers);
  const now = api.clock.now.toISOString();
  if (step === "later") api.clock.now = new Date(Date.parse(now) + WINDOW_MS / 4);
  else if (step === "spend")
    await api.store.charges.charge({
      accountId,
      month: now.slice(0, 7),
      day: now.slice(0, 10),
      values: 999_980,
      limit: null,
    });
  else if (step === "disable" || step === "enable")
    await api.store.accounts.write((q) => setDisabled(q, email, step === "disable" ? now : null));
  else await api.store.accounts.write((q) => setPlan(q, email, step));
  return null;
}

/** All but the number of the request and the second. */
function told(answer: Answer | null): unknown {
  if (answer === null) return null;
  const {"x-request-id": id, date: _, ...headers} = answer.headers;
  return [answer.status, headers, answer.text.replaceAll(String(id), "ID")];
}

test("any requests to three workers have the answers of one process, also after a change of the plan, of the minute or of the account [serve.workers limits.minute-headers limits.quota-headers auth.invalid]", async (t) => {
  const one = await openWith(t, [PRICES], {workers: 1});
  const three = await createApi(t, one.store, {workers: 3});
  const etag = String((await one.get(PATHS.values)).headers["etag"]);
  const seen = new Map<number, number>();
  let accounts = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(STEP, {minLength: 20, maxLength: 60}), async (steps) => {
      accounts++;
      const readers = await Promise.all(
        [one, three].map(async (api, nth): Promise<Reader> => {
          const email = `reader-${accounts}-${nth}@example.org`;
          const token = await api.createToken("free", email);
          const owner = await api.store.accounts.readOne((q) => findTokenOwner(q, tokenFingerprint(token)));
          return {api, email, accountId: owner!.accountId, token};
        }),
      );
      for (const [index, step] of steps.entries()) {
        const [single, over] = [await take(readers[0]!, etag, step), await take(readers[1]!, etag, step)];
        assert.deepEqual(told(over), told(single), `step ${index}: ${step}`);
        if (single !== null) seen.set(single.status, (seen.get(single.status) ?? 0) + 1);
      }
    }),
    {numRuns: tries({few: 12, all: 30})},
  );
  for (const status of [200, 304, 401, 404, 422, 429]) assert.ok(seen.has(status), `no answer was ${status}`);
});
