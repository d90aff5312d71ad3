import { rm } from "node:fs/promises";

/** Deletes a folder of a test with all in it, also where a process that was just stopped still writes there for a moment. */
export const deleteFolder = (path: string) =>
  rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
