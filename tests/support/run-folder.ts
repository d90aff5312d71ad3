import { chmodSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Data folders of a few sites and a PostgreSQL at once. */
const neededBytes = 2 * 1024 ** 3;

/**
 * Before all tests: makes a folder the one for temporary files of all processes that the tests start. Returns what deletes
 * it, with what killed servers and failed tests have left there. `inMemory` where the system has such a folder with room:
 * embedded databases sync each commit, and what many sites write otherwise keeps the disk busy.
 */
export function makeRunFolder({ inMemory = false } = {}): () => void {
  const folder = mkdtempSync(join((inMemory && memoryFolder()) || tmpdir(), "kursa-tests-"));
  // Servers that refuse to run as root have their own folders in it.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

function memoryFolder(): string | undefined {
  const folder = "/dev/shm";
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= neededBytes ? folder : undefined;
  } catch {
    return undefined;
  }
}
