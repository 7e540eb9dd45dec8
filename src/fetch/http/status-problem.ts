// What a status of HTTP other than 200 and 304 means for an operator.
import {type AnswerFacts, BY_COMMAND, FetchProblem} from "../fetch-problem.ts";

const DAY_SECONDS = 86_400;

/** @throws FetchProblem always */
export function refuseStatus(address: string, answer: Omit<AnswerFacts, "bytes">): never {
  const {status, headers} = answer as {status: number; headers: Readonly<Record<string, string>>};
  const facts = {answer: {status, headers, bytes: null}, restSeconds: restSeconds(headers, Date.now())};
  const said = `${address} answers ${status}`;
  if (status === 404 || status === 410)
    throw new FetchProblem("moved", `${said}: there is nothing at this address`, {
      ...facts,
      hint: "look where the publisher has the file now, and correct the source",
    });
  if (status === 429 || status === 503)
    throw new FetchProblem("unreachable", `${said}: it wants fewer requests, or is busy`, {...facts, mayPass: true});
  if (status >= 500 || status === 408) throw new FetchProblem("unreachable", said, {...facts, mayPass: true});
  if (status >= 400) throw new FetchProblem("blocked", `${said}: it refuses the request`, {...facts, hint: BY_COMMAND});
  throw new FetchProblem("refused", `${said}, which is no file`, {...facts, hint: BY_COMMAND});
}

/** Of Retry-After, in seconds or as a date; at most a day. null: it says none. @param now milliseconds since 1970-01-01 */
function restSeconds(headers: Readonly<Record<string, string>>, now: number): number | null {
  const text = headers["retry-after"]?.trim() ?? "";
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - now) / 1000;
  return Number.isNaN(seconds) ? null : Math.min(Math.max(0, Math.ceil(seconds)), DAY_SECONDS);
}
