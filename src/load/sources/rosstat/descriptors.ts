// The descriptors of Rosstat's workbooks.
import {createDescriptorShelf} from "../../described/descriptor-registry.ts";

export const rosstatDescriptors = createDescriptorShelf(new URL("./descriptors/", import.meta.url));
