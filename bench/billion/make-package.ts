// A process that writes the package of one dataset of the billion: FOLDER NUMBER.
import {writeBillionPackage} from "./packages.ts";

const [folder, dataset] = process.argv.slice(2);
writeBillionPackage(folder!, Number(dataset));
