// Preloaded into commands under test: the system does not let them step back, as some systems don't.
//
// A load lowers its priority for good, so that readers go first. Among sixteen busy processes it has a hundredth of a processor then,
// and what takes a second takes minutes. What stepping back does is held by src/cli/terminal/step-back.test.ts. In JavaScript, since it is read
// once for each command.
import {syncBuiltinESMExports} from "node:module";
import os from "node:os";

os.setPriority = () => {};
syncBuiltinESMExports();
