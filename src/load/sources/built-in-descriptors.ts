// All descriptors that come with the program, whosever workbooks they are for: what a descriptor of one's own may extend.
import type {Descriptor} from "../described/descriptor.ts";
import {bankDescriptors} from "./cbr/descriptors.ts";
import {rosstatDescriptors} from "./rosstat/descriptors.ts";
import {tableDescriptors} from "./showdata/descriptors.ts";

/** By the names of their files, which no two share. */
export function builtInDescriptors(): ReadonlyMap<string, Descriptor> {
  const shelves = [rosstatDescriptors, bankDescriptors, tableDescriptors];
  return new Map(shelves.flatMap((shelf) => [...shelf.all()]));
}
