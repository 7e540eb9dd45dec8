// `node bin/node.js ARGUMENTS`: the newer Node with these arguments, for the scripts of package.json.
import {runNode} from "./run-node.js";

runNode(process.argv.slice(2));
