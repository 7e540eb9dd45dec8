// Sends the kept requests to a store opened by this program, one after the other, at one moment.
import type {TestContext} from "node:test";
import type {Store} from "../../src/store/open.ts";
import {
  type Difference,
  differenceText,
  type KeptAnswer,
  keepAnswer,
  listDifferences,
} from "../../tools/capture/kept-answer.ts";
import {requestName, wireRequest} from "../../tools/capture/request-list.ts";
import {createApi} from "../api/client.ts";
import {NOW, readAllowed, readAnswers, readRequests, readTokens, TODAY} from "./fixture.ts";
import {type AllowedDifference, listForbidden} from "./may-differ.ts";

/** @param masked headers that depend on a clock which the test cannot set */
export async function askAll(t: TestContext, store: Store, masked: readonly string[] = []): Promise<KeptAnswer[]> {
  const settings = {publicUrl: "https://ryad.example.org", today: TODAY};
  const api = await createApi(t, store, {now: NOW, settings});
  const tokens = readTokens();
  const answers: KeptAnswer[] = [];
  for (const request of readRequests()) {
    const token = tokens.get(request.account);
    if (token === undefined) throw new Error(`there is no account ${request.account}`);
    const {address, headers} = wireRequest(request, token, answers.at(-1)?.headers["etag"] ?? "");
    // without its own header the client would send its own token
    const {status, headers: got, text} = await api.ask(request.method, address, {authorization: "", ...headers});
    answers.push(keepAnswer(status, got, text, masked));
  }
  return answers;
}

/** One line for each difference that the table does not allow, and for each row that should have been used and was not. */
export function judge(answers: readonly KeptAnswer[], masked: readonly string[] = []): string[] {
  const allowed = readAllowed();
  const used = new Set<AllowedDifference>();
  const kept = readAnswers().map(({status, headers, body}) => keepAnswer(status, headers, body, masked));
  const findings = readRequests().flatMap((request, at) => {
    const name = requestName(request);
    const differences: Difference[] = listDifferences(kept[at]!, answers[at]!);
    return listForbidden(name, differences, allowed, used).map((one) => `${name}: ${differenceText(one)}`);
  });
  const idle = allowed.filter((row) => row.state === "landed" && !used.has(row));
  return [...findings, ...idle.map(({line}) => `may-differ.tsv: no answer differs so: ${line}`)];
}
