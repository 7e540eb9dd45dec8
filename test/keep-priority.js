// Preloaded into commands under test: the system does not let them lower their priority, as on some systems.
//
// A load lowers its priority permanently, so that servers go first. Among sixteen busy processes it then gets a hundredth of a processor,
// and a second of work takes minutes. src/cli/terminal/step-back.test.ts tests the lower priority. In JavaScript, because each command
// reads it.
import {syncBuiltinESMExports} from "node:module";
import os from "node:os";

os.setPriority = () => {};
syncBuiltinESMExports();
