// The examples of the document: each an answer that the sample warehouse gave, printed with the request that asked for it.
import answers from "./example-answers.json" with {type: "json"};
import type {ExampleRequest} from "./example-request.ts";
import {EXAMPLE_REQUESTS} from "./example-requests.ts";

export interface ExampleAnswer {
  readonly type: string;
  /** The text of a CSV, otherwise the parsed JSON. */
  readonly body: unknown;
}

/** The `examples` member for the answers of one place, status and type; nothing where there are none. */
export function examplesOf(place: string, status: number, type: string): {readonly examples?: object} {
  const found = EXAMPLE_REQUESTS.flatMap((request) => {
    const answer = readAnswer(request);
    if (request.place !== place || request.status !== status || answer?.type !== type) return [];
    return [[request.name, {summary: request.summary, description: requestText(request), value: answer.body}] as const];
  });
  return found.length === 0 ? {} : {examples: Object.fromEntries(found)};
}

/** What the sample warehouse answered when it was asked last; undefined when it has not been asked yet. */
export function readAnswer(request: ExampleRequest): ExampleAnswer | undefined {
  return (answers as Readonly<Record<string, ExampleAnswer>>)[exampleKey(request)];
}

export function exampleKey({place, name}: ExampleRequest): string {
  return `${place}/${name}`;
}

const CIRCUMSTANCES = {
  none: "without a token",
  unknown: "with an unknown token",
  free: "on the free plan",
  spent: "on the free plan, after a million values",
} as const;

/** The request in a line: the address, and what is special about it. */
export function requestText({path, token, times}: ExampleRequest): string {
  const circumstances = [
    ...(token === undefined ? [] : [CIRCUMSTANCES[token]]),
    ...(times === undefined ? [] : [`asked ${times} times within a minute`]),
  ];
  return [`\`GET ${path}\``, ...circumstances].join(", ");
}
