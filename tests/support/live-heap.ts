import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

/** Bytes of this process that live after a garbage collection: objects and buffers, without the memory of PGlite. */
export function liveBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}
