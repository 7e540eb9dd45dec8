// `ryad account plan`: which plan an account has; a running server judges by it within a second.
import {findPlan, PLANS} from "../../access/account.ts";
import {Refusal} from "../../refusal.ts";
import {setPlan} from "../../store/accounts/account.ts";
import {type Command, DATA_OPTION, DONE} from "../command.ts";
import {withStore} from "../open-store.ts";

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

/** An address as accounts are kept under it. @throws Refusal for what can't be one */
export function readEmail(text: string): string {
  const email = text.trim().toLowerCase();
  if (email.length > 254 || !/^[^\s@,;<>"]+@[^\s@,;<>"]+$/.test(email))
    throw new Refusal(`"${text}" is not an email address`);
  return email;
}
