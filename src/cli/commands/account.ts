// `ryad account list | usage | plan | disable | enable`, and `contact list`: the messages of the contact form, mailed or not. These commands
// and token list print addresses of people; no log and no metric has them.
import {findPlan, PLANS} from "../../access/account.ts";
import {Refusal} from "../../service/refusal.ts";
import {setPlan} from "../../store/accounts/account.ts";
import {listAccounts, setDisabled} from "../../store/accounts/account-list.ts";
import {listContactMessages} from "../../store/accounts/contact-message.ts";
import {readUsageDays} from "../../store/accounts/usage.ts";
import type {Queries} from "../../store/engines/differences.ts";
import {type Script, SYNCED} from "../../store/script.ts";
import {type Call, type Command, DATA_OPTION, DONE, flag, JSON_OPTION, option, textOption} from "../command.ts";
import {withStore} from "../open-store.ts";
import {type PrintedRow, printRows} from "../terminal/text-table.ts";

const MONTH_OPTION = option("MONTH", "YYYY-MM, in UTC; this month unless given");

export const accountList: Command = {
  name: "account list",
  options: {month: MONTH_OPTION, json: JSON_OPTION, data: DATA_OPTION},
  summary: "lists the accounts with their plans, their tokens and their usage of a month",
  details: ["Deleted accounts are not listed. The column tokens counts those that are not revoked."],
  async run(call) {
    const month = readMonth(call);
    const accounts = await withStore(call.settings, "read", (store) =>
      store.accounts.read((q) => listAccounts(q, month)),
    );
    return printRows(
      call,
      accounts.map(({email, plan, createdAt, disabledAt, tokens, lastUsedAt, used}) => ({
        email,
        plan,
        created_at: createdAt,
        disabled_at: disabledAt,
        tokens,
        last_used_at: lastUsedAt,
        values_used: used,
      })),
    );
  },
};

export const accountUsage: Command = {
  name: "account usage",
  positionals: ["[EMAIL]"],
  options: {month: MONTH_OPTION, json: JSON_OPTION, data: DATA_OPTION},
  summary: "shows the values that accounts used in a month, of one account by days",
  details: ["Without EMAIL: a row for each account, with the quota of its plan. Days without usage are left out."],
  async run(call) {
    const month = readMonth(call);
    const [address] = call.positionals;
    const rows = await withStore(call.settings, "read", (store) =>
      store.accounts.read((q) =>
        address === undefined ? usageOfAll(q, month) : usageOfOne(q, readAccountEmail(address), month),
      ),
    );
    return printRows(call, rows);
  },
};

export const accountPlan: Command = {
  name: "account plan",
  positionals: ["EMAIL", "PLAN"],
  options: {data: DATA_OPTION},
  summary: "sets the plan of an account",
  details: [`PLAN is ${PLANS.map(({code}) => code).join(", ")}.`],
  async run(call) {
    const [, plan = ""] = call.positionals;
    refuseUnknownPlan(plan);
    return change(call, (q, email) => setPlan(q, email, plan), `has the plan ${plan}`);
  },
};

export const accountDisable: Command = {
  name: "account disable",
  positionals: ["EMAIL"],
  options: {data: DATA_OPTION},
  summary: "refuses the tokens and sessions of an account until it is enabled",
  details: ["A running server refuses them within a second. The owner can neither sign in nor delete the account."],
  run: (call) => change(call, (q, email) => setDisabled(q, email, new Date().toISOString()), "is disabled"),
};

export const accountEnable: Command = {
  name: "account enable",
  positionals: ["EMAIL"],
  options: {data: DATA_OPTION},
  summary: "enables a disabled account again, with its tokens",
  run: (call) => change(call, (q, email) => setDisabled(q, email, null), "is enabled"),
};

async function change(
  {positionals: [address = ""], settings, say}: Call,
  action: (q: Queries, email: string) => Script<boolean>,
  done: string,
): Promise<number> {
  const email = readAccountEmail(address);
  const found = await withStore(settings, "change", (store) => store.accounts.write((q) => action(q, email), SYNCED));
  if (!found) throw noAccount(email);
  say(`${email} ${done}`);
  return DONE;
}

function* usageOfAll(q: Queries, month: string): Script<PrintedRow[]> {
  return (yield* listAccounts(q, month)).map(({email, plan, used}) => ({
    email,
    plan,
    values_used: used,
    values_per_month: findPlan(plan)?.valuesPerMonth ?? null,
  }));
}

function* usageOfOne(q: Queries, email: string, month: string): Script<PrintedRow[]> {
  const account = (yield* listAccounts(q, month)).find((one) => one.email === email);
  if (account === undefined) throw noAccount(email);
  return (yield* readUsageDays(q, account.id, month)).map(({day, used}) => ({day, values_used: used}));
}

function readMonth(call: Call): string {
  const month = textOption(call, "month") ?? new Date().toISOString().slice(0, 7);
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) throw new Refusal(`"${month}" is not a month`, "write it YYYY-MM");
  return month;
}

function noAccount(email: string): Refusal {
  return new Refusal(`there is no account of ${email}`, "ryad account list names them; token create --email makes one");
}

export function refuseUnknownPlan(code: string): void {
  if (findPlan(code) !== null) return;
  throw new Refusal(`there is no plan "${code}"`, `the plans are ${PLANS.map((plan) => plan.code).join(", ")}`);
}

/** The address as the key of an account. @throws Refusal for what can't be one */
export function readAccountEmail(text: string): string {
  const email = text.trim().toLowerCase();
  if (email.length > 254 || !/^[^\s@,;<>"]+@[^\s@,;<>"]+$/.test(email))
    throw new Refusal(`"${text}" is not an email address`);
  return email;
}

export const contactList: Command = {
  name: "contact list",
  options: {json: flag("one JSON list instead of text"), data: DATA_OPTION},
  summary: "shows the messages of the contact form, oldest first",
  details: ["They are kept here even if they were mailed to RYAD_CONTACT_EMAIL."],
  async run(call) {
    const {say, settings} = call;
    const messages = await withStore(settings, "read", (store) => store.accounts.read((q) => listContactMessages(q)));
    if (call.options["json"] === true)
      return printRows(
        call,
        messages.map(({receivedAt, mailedAt, id, email, name, message}) => {
          return {id, received_at: receivedAt, email, name, message, mailed_at: mailedAt};
        }),
      );
    for (const {id, receivedAt, email, name, message, mailedAt} of messages) {
      say(
        `${id}  ${receivedAt}  ${plain(name === "" ? email : `${name} <${email}>`)}${mailedAt === null ? "" : "  (mailed)"}`,
      );
      for (const line of message.split("\n")) say(`    ${plain(line)}`);
      say("");
    }
    return DONE;
  },
};

/** Control characters in a message must not move the terminal's cursor. */
function plain(text: string): string {
  return text.replace(/\p{Cc}/gu, " ");
}
