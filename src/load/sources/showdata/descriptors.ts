// The descriptors of tables that others made of publishers' figures.
import {createDescriptorShelf} from "../../described/descriptor-registry.ts";

export const tableDescriptors = createDescriptorShelf(new URL("./descriptors/", import.meta.url));
