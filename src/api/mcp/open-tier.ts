// What language models get without a token: a few calls a minute, and some hundred values an hour, for one address.
//
// Values that would go beyond the limit are read and not given, so that no answer is cut in the middle.
import {ADDRESS_LIMITS} from "../../store/accounts/address-limits.ts";
import type {RouteContext} from "../server-context.ts";
import {type ApiCall, ToolRefusal} from "./api-call.ts";

export interface OpenTier {
  /** The call of one request from the address, within its limits. */
  limit(ip: string, call: ApiCall): ApiCall;
}

export function createOpenTier({store, settings, now}: Pick<RouteContext, "store" | "settings" | "now">): OpenTier {
  const {modelCalls} = settings;
  return {
    limit(ip, call) {
      // One call of a tool may ask several routes.
      let counted: Promise<number | null> | null = null;
      return async (address, method) => {
        if (modelCalls === 0) throw new ToolRefusal(TOKEN_HINT);
        counted ??= store.addresses.count("modelCalls", ip, now().getTime(), 1, modelCalls);
        const seconds = await counted;
        if (seconds !== null)
          throw new ToolRefusal(`${modelCalls} calls a minute are open; wait ${seconds} seconds. ${TOKEN_HINT}`);
        const answer = await call(address, method);
        if (method === "HEAD" || answer.status !== 200 || answer.values === 0) return answer;
        const wait = await store.addresses.count("modelValues", ip, now().getTime(), answer.values);
        if (wait === null) return answer;
        throw new ToolRefusal(
          `${ADDRESS_LIMITS.modelValues} values an hour are open, and this call has ${answer.values} more; wait ${wait} seconds or ask for fewer. ${TOKEN_HINT}`,
        );
      };
    },
  };
}

const TOKEN_HINT = "With a token of an account (Authorization: Bearer TOKEN) the limits are those of its plan.";
