// The heap of a load: it makes much garbage, which V8 by default keeps until the heap has grown several times over.
//
// Both spaces matter. The old space grows by half between collections (src/load/spare-memory.ts adds some between the steps of a load). The
// young space is held at 4 MB: at its first size of 1 MB most of a load would be promoted before it is garbage, and its full size of 16 MB
// is memory that is touched all the time. V8 has a flag for its size only before it starts, so the space is filled until it has grown.
import {getHeapSpaceStatistics, setFlagsFromString} from "node:v8";
import {runInNewContext} from "node:vm";

const YOUNG_BYTES = 4_000_000;
const MOST_ROUNDS = 100;

export function spareHeap() {
  setFlagsFromString("--heap-growing-percent=50");
  setFlagsFromString("--semi-space-growth-factor=2");
  fillYoungSpace();
  setFlagsFromString("--semi-space-growth-factor=1");
  setFlagsFromString("--expose-gc");
  globalThis.gc = runInNewContext("gc");
}

/** The space grows when much of it survives. It takes about 10 ms. */
function fillYoungSpace() {
  const kept = [];
  for (let round = 0; youngBytes() < YOUNG_BYTES && round < MOST_ROUNDS; round++)
    for (let place = 0; place < 2000; place++) kept.push([round, place]);
}

function youngBytes() {
  const young = getHeapSpaceStatistics().find(({space_name}) => space_name === "new_space");
  return young.space_used_size + young.space_available_size;
}
