// Preloaded into the processes of `npm test`: the test runner does not follow promises there.
//
// It follows each promise in order to name the test of an error that nobody catches: 2 µs for each, and more work for garbage collection. Such
// an error fails the file without it too, under the name of the file. Then run-tests.ts runs the file again without this module, and the
// test gets its name. In JavaScript, because each process reads it.
import hooks from "node:async_hooks";

const {createHook} = hooks;
const UNFOLLOWED = {enable: () => UNFOLLOWED, disable: () => UNFOLLOWED};

hooks.createHook = (callbacks) =>
  /node:internal\/test_runner/.test(new Error().stack ?? "") ? UNFOLLOWED : createHook(callbacks);
