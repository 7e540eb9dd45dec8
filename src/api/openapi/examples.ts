// The examples of the document: answers of the sample warehouse, each with its request.
//
// The answers are in example-answers.json; `npm run examples` records them again, and a test sends every request.

import type {Example} from "../http/operation.ts";
import answers from "./example-answers.json" with {type: "json"};

/** The examples of one operation, or of one shared answer. */
interface ExamplesOfOperation {
  readonly operation: string;
  readonly examples: readonly Example[];
}

/** An example, with the operation or shared answer that shows it. */
export interface ExampleRequest extends Example {
  readonly operation: string;
}

export interface ExampleAnswer {
  readonly type: string;
  /** The text of a CSV, otherwise the parsed JSON. */
  readonly body: unknown;
}

/** Each example, with the operation that shows it. */
export function requestsOf({operation, examples}: ExamplesOfOperation): ExampleRequest[] {
  return examples.map((example) => ({...example, operation}));
}

/** The `examples` member of one place, status and type; empty if there are none. */
export function printExamples(own: ExamplesOfOperation, status: number, type: string): {readonly examples?: object} {
  const found = requestsOf(own).flatMap((request) => {
    const answer = readAnswer(request);
    if ((request.status ?? 200) !== status || answer?.type !== type) return [];
    return [[request.name, {summary: request.summary, description: requestText(request), value: answer.body}] as const];
  });
  return found.length === 0 ? {} : {examples: Object.fromEntries(found)};
}

/** The recorded answer of the sample warehouse; undefined if it is not recorded yet. */
export function readAnswer(request: ExampleRequest): ExampleAnswer | undefined {
  return (answers as Readonly<Record<string, ExampleAnswer>>)[exampleKey(request)];
}

export function exampleKey({operation, name}: ExampleRequest): string {
  return `${operation}/${name}`;
}

const CIRCUMSTANCES = {
  none: "without a token",
  unknown: "with an unknown token",
  free: "on the free plan",
  spent: "on the free plan, after a million values",
} as const;

/** The request as one line: its address, and any special circumstances. */
export function requestText({path, body, token, times}: ExampleRequest): string {
  const circumstances = [
    ...(token === undefined ? [] : [CIRCUMSTANCES[token]]),
    ...(times === undefined ? [] : [`asked ${times} times within a minute`]),
  ];
  const sent = body === undefined ? `\`GET ${path}\`` : `\`POST ${path}\` with \`${JSON.stringify(body)}\``;
  return [sent, ...circumstances].join(", ");
}
