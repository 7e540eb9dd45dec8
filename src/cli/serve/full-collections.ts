// How often V8 looks through the whole heap of a server for garbage.
//
// By default it does so whenever 8 MB more are in the old space or outside of the heap. A server that writes large answers reaches that every
// tenth of a second, because the packed histories of each answer are outside: a quarter of its processor time went to these collections,
// and each of them holds the event loop for about 10 ms. With this setting the heap may grow by half first. With its
// double a server takes no less processor time, but more memory.
import {setFlagsFromString} from "node:v8";

const GROWTH_PERCENT = 50;

/** For a process that answers requests. V8 reads the flag when a collection ends, so it may be set in a process that runs. */
export function collectSeldom(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
}
