// `ryad token create | list | revoke` and `ryad account plan`. A token is shown once, when it is made: the store keeps its fingerprint.
import {randomBytes} from "node:crypto";
import {findPlan, PLANS, TOKEN_RANDOM_BYTES, tokenFingerprint, tokenFromRandom} from "../../access/account.ts";
import {Refusal} from "../../refusal.ts";
import {ensureAccount, setPlan} from "../../store/accounts/account.ts";
import {insertToken, listTokens, revokeToken} from "../../store/accounts/token.ts";
import type {Store} from "../../store/open.ts";
import {type Command, DATA_OPTION, DONE, textOption} from "../command.ts";
import {withStore} from "../open-store.ts";
import {textTable} from "../terminal/text-table.ts";

export const tokenCreate: Command = {
  name: "token create",
  positionals: [],
  options: {
    email: {type: "string", value: "EMAIL", help: "whose token; the account is made when there is none"},
    plan: {type: "string", value: "PLAN", help: "the account's plan (free for a new account)"},
    name: {type: "string", value: "NAME", help: "what the token is for"},
    data: DATA_OPTION,
  },
  requiredOptions: ["email"],
  summary: "makes a token and prints it, and nothing else",
  details: ["The token is shown this once; only its fingerprint is kept."],
  async run(call) {
    const email = readEmail(textOption(call, "email") ?? "");
    const plan = textOption(call, "plan");
    if (plan !== null) refuseUnknownPlan(plan);
    const name = textOption(call, "name") ?? "";
    call.say(await withStore(call.settings, "make", (store) => createToken(store, {email, plan, name}, new Date())));
    return DONE;
  },
};

export const tokenList: Command = {
  name: "token list",
  positionals: [],
  options: {json: {type: "boolean", value: null, help: "one JSON list instead of a table"}, data: DATA_OPTION},
  requiredOptions: [],
  summary: "lists the tokens by number; never the tokens themselves",
  details: [],
  async run({options, settings, say}) {
    const tokens = await withStore(settings, "read", (store) => store.accounts.read((q) => listTokens(q)));
    const rows = tokens.map((token) => ({
      id: token.id,
      email: token.email,
      plan: token.plan,
      name: token.name,
      created_at: token.createdAt,
      last_used_at: token.lastUsedAt,
      revoked_at: token.revokedAt,
    }));
    if (options["json"] === true) say(JSON.stringify(rows));
    else for (const line of textTable(rows)) say(line);
    return DONE;
  },
};

export const tokenRevoke: Command = {
  name: "token revoke",
  positionals: ["ID"],
  options: {data: DATA_OPTION},
  requiredOptions: [],
  summary: "revokes a token for good",
  details: ["ID is the number that token list shows."],
  async run({positionals: [id = ""], settings, say}) {
    const now = new Date().toISOString();
    const found =
      /^\d{1,15}$/.test(id) &&
      (await withStore(settings, "change", (store) => store.accounts.write((q) => revokeToken(q, Number(id), now))));
    if (!found) throw new Refusal(`there is no token ${id}`, "ryad token list names them");
    say(`revoked token ${id}`);
    return DONE;
  },
};

/** Makes the account if there is none, sets its plan if one is given, and returns the new token, which is never shown again. */
export async function createToken(
  store: Store,
  {email, plan, name}: {readonly email: string; readonly plan: string | null; readonly name: string},
  now: Date,
): Promise<string> {
  const token = tokenFromRandom(randomBytes(TOKEN_RANDOM_BYTES));
  await store.accounts.write(function* (q) {
    const account = yield* ensureAccount(q, email, plan, now.toISOString());
    yield* insertToken(q, {accountId: account.id, fingerprint: tokenFingerprint(token), name, now: now.toISOString()});
  });
  return token;
}

export const accountPlan: Command = {
  name: "account plan",
  positionals: ["EMAIL", "PLAN"],
  options: {data: DATA_OPTION},
  requiredOptions: [],
  summary: "sets the plan of an account",
  details: [`PLAN is ${PLANS.map(({code}) => code).join(", ")}.`],
  async run({positionals: [address = "", plan = ""], settings, say}) {
    refuseUnknownPlan(plan);
    const email = readEmail(address);
    const found = await withStore(settings, "change", (store) => store.accounts.write((q) => setPlan(q, email, plan)));
    if (!found) throw new Refusal(`there is no account of ${email}`, "ryad token create --email makes one");
    say(`${email} has the plan ${plan}`);
    return DONE;
  },
};

export function refuseUnknownPlan(code: string): void {
  if (findPlan(code) !== null) return;
  throw new Refusal(`there is no plan "${code}"`, `the plans are ${PLANS.map((plan) => plan.code).join(", ")}`);
}

/** The address as the key of an account. @throws Refusal for what can't be one */
export function readEmail(text: string): string {
  const email = text.trim().toLowerCase();
  if (email.length > 254 || !/^[^\s@,;<>"]+@[^\s@,;<>"]+$/.test(email))
    throw new Refusal(`"${text}" is not an email address`);
  return email;
}
