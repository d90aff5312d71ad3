import { statfsSync } from "node:fs";

/** PostgreSQL takes 16 MB at once for its log, and stops for good when it cannot; jobs write meanwhile. */
const leastFreeBytes = 64 * 1024 * 1024;
const lookAgainMs = 1000;

type Free = (folder: string) => number;

/** Whether the folder's disk has room for more writes, checked at most once a second. */
export function diskRoom(folder: string, elapsedMs: () => number, freeBytes: Free = freeOf): () => boolean {
  let hasRoom = true;
  let lookedMs = Number.NEGATIVE_INFINITY;
  return () => {
    if (elapsedMs() - lookedMs < lookAgainMs) return hasRoom;
    lookedMs = elapsedMs();
    hasRoom = freeBytes(folder) >= leastFreeBytes;
    return hasRoom;
  };
}

/** With PostgreSQL's own code for it: the call may be repeated when there is space again. */
export function diskFull(): Error {
  return Object.assign(new Error("The disk of the database has less than 64 MB left"), { code: "53100" });
}

function freeOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
