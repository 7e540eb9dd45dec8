// `node bin/node.js ARGUMENTS`: runs the newer Node with these arguments, for the scripts of package.json.
import {fileURLToPath} from "node:url";
import {runNode} from "./run-node.js";

/** Cache of stripped and compiled sources: the tests start hundreds of processes that read the same sources. */
const cache =
  process.env.NODE_COMPILE_CACHE ?? fileURLToPath(new URL("../node_modules/.cache/scripts", import.meta.url));

runNode(process.argv.slice(2), {environment: {NODE_COMPILE_CACHE: cache}});
