// The descriptors of the Bank of Russia's workbooks.
import {createDescriptorShelf} from "../../described/descriptor-registry.ts";

export const bankDescriptors = createDescriptorShelf(new URL("./descriptors/", import.meta.url));
