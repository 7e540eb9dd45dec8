// The garbage of large answers, collected while it is young.
//
// An answer of 60,000 values leaves about a megabyte outside of the heap: packed histories, buffers of codecs. Nearly all of it is garbage as
// soon as the answer is sent, and a collection of the young objects alone frees it in a millisecond. V8 begins one only when its own young
// space is full, which takes longer: it looks through the whole heap first, for 30 ms on threads that take the processor from the event loop,
// and then stops the loop for 3 to 10 ms.
import {setFlagsFromString} from "node:v8";
import {runInNewContext} from "node:vm";

/** About 10 MB of garbage. With 16 the whole heap is looked through now and then. */
const ANSWERS = 8;

type Collect = (kind: {readonly type: "minor"}) => void;

/** A function to call when a large answer is over: it collects after every eighth. */
export function createYoungCollections(answers = ANSWERS): () => void {
  let collect: Collect | null = null;
  let over = 0;
  return () => {
    if (++over % answers !== 0) return;
    collect ??= collector();
    // in a tick of its own: the end of an answer comes with the beginning of the next one
    setImmediate(collect, {type: "minor"});
  };
}

/** V8 gives the function only to a context that is made while the flag is set. */
function collector(): Collect {
  setFlagsFromString("--expose-gc");
  const collect: Collect = runInNewContext("gc");
  setFlagsFromString("--no-expose-gc");
  return collect;
}
