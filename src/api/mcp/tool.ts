// A tool that a language model can call, and what it is made of.
import {type TObject, Type} from "typebox";
import type {ApiCall} from "./api-call.ts";

export interface ToolContext {
  readonly call: ApiCall;
  /** Scheme and host of the service without a slash at the end: what addresses in answers begin with. */
  readonly base: string;
}

/** A text that models also write as a number: 2024, 98.8. */
export const textOrNumber = (description: string) =>
  Type.Unsafe<string | number>({type: ["string", "number"], description});

/** Text for people and models that read, and the same as data; each is complete, since some clients forward only one. */
export interface ToolAnswer {
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface ModelTool {
  readonly name: string;
  readonly title: string;
  /** Neutral words for the model: orders to it make directories refuse a server. */
  readonly description: string;
  readonly input: TObject;
  /** Arguments fit the input. Throws ToolRefusal. */
  run(context: ToolContext, given: never): Promise<ToolAnswer>;
}

/** A tool whose arguments have a type. */
export function defineTool<T>(
  tool: Omit<ModelTool, "run"> & {run(context: ToolContext, given: T): Promise<ToolAnswer>},
): ModelTool {
  return tool as ModelTool;
}
