// Preloaded into the processes of `npm test`: a test that is over lets go of its stores and servers.
//
// The test runner keeps the functions that a test gave to `t.after` until the process ends, and with them all that they name: half a megabyte
// for each small store. A process runs hundreds of tests, so the garbage collector went through all of that again and again. In
// JavaScript, because each process reads it.
import {beforeEach} from "node:test";

beforeEach((t) => {
  const {after} = t;
  t.after = (end, options) => {
    let held = end;
    after.call(
      t,
      (...given) => {
        const ended = held;
        held = null;
        return ended(...given);
      },
      options,
    );
  };
});
