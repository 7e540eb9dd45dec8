// `ryad token create | list | revoke`. A token is shown once, when it is made: the store keeps its fingerprint.
import {Refusal} from "../../service/refusal.ts";
import {listTokens, revokeToken} from "../../store/accounts/token.ts";
import {SYNCED} from "../../store/script.ts";
import {type Command, DATA_OPTION, DONE, JSON_OPTION, listedNumber, option, textOption} from "../command.ts";
import {createToken} from "../new-token.ts";
import {withStore} from "../open-store.ts";
import {printRows} from "../terminal/text-table.ts";
import {readAccountEmail, refuseUnknownPlan} from "./account.ts";

export const tokenCreate: Command = {
  name: "token create",
  options: {
    email: option("EMAIL", "owner of the token; the account is made if it does not exist"),
    plan: option("PLAN", "the account's plan (free for a new account)"),
    name: option("NAME", "purpose of the token"),
    data: DATA_OPTION,
  },
  requiredOptions: ["email"],
  summary: "makes a token and prints only the token",
  details: ["The token is shown only once; the store keeps its fingerprint."],
  async run(call) {
    const email = readAccountEmail(textOption(call, "email") ?? "");
    const plan = textOption(call, "plan");
    if (plan !== null) refuseUnknownPlan(plan);
    const name = textOption(call, "name") ?? "";
    if (call.isOutputClosed) {
      const hint =
        "let a terminal, a file or a pipe take it; ryad account plan sets the plan of an account without a token";
      throw new Refusal(
        "standard output is closed or leads nowhere: nobody would see the token, so none was made",
        hint,
      );
    }
    call.say(await withStore(call.settings, "make", (store) => createToken(store, {email, plan, name}, new Date())));
    return DONE;
  },
};

export const tokenList: Command = {
  name: "token list",
  options: {json: JSON_OPTION, data: DATA_OPTION},
  summary: "lists the tokens by number, never the tokens themselves",
  async run(call) {
    const tokens = await withStore(call.settings, "read", (store) => store.accounts.read((q) => listTokens(q)));
    const rows = tokens.map((token) => ({
      id: token.id,
      email: token.email,
      plan: token.plan,
      name: token.name,
      created_at: token.createdAt,
      last_used_at: token.lastUsedAt,
      revoked_at: token.revokedAt,
    }));
    return printRows(call, rows);
  },
};

export const tokenRevoke: Command = {
  name: "token revoke",
  positionals: ["ID"],
  options: {data: DATA_OPTION},
  summary: "revokes a token permanently",
  details: ["ID is the number from token list."],
  async run({positionals: [id = ""], settings, say}) {
    const now = new Date().toISOString();
    const number = listedNumber(id);
    const found =
      number !== null &&
      (await withStore(settings, "change", (store) =>
        store.accounts.write((q) => revokeToken(q, number, now), SYNCED),
      ));
    if (!found) throw new Refusal(`there is no token ${id}`, "ryad token list lists them");
    say(`revoked token ${id}`);
    return DONE;
  },
};
