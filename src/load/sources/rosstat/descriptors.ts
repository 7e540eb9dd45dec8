// The built-in descriptors of Rosstat's workbooks.
import {createDescriptorShelf} from "../../described/descriptor-shelf.ts";

const shelf = createDescriptorShelf(new URL("./descriptors/", import.meta.url));

export const descriptorFor = shelf.find;
export const builtInDescriptors = shelf.all;
