import { readFileSync } from "node:fs";
import { mkdir, open, rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod/v4";
import { type HistoryMark, historyFault, historyMark } from "./history-mark.ts";

const fileName = "history.json";
const fileFormat = z.record(z.string(), historyMark);

/** The newest marks seen of databases, in the data folder: they survive a restore made while no process runs. */
export type RememberedMarks = {
  /** `here`: of the database that was in this place; `elsewhere`: of others, perhaps the same one at another address. */
  read(): { here: HistoryMark | undefined; elsewhere: HistoryMark[] };
  /** Keeps a later mark that another process has written meanwhile. Returns once it is on disk. */
  save(mark: HistoryMark): Promise<void>;
};

/** `place`: the address of the database. */
export function rememberedMarks(dataDir: string, databaseKey: string): RememberedMarks {
  const path = join(dataDir, fileName);
  const marks = () => fileFormat.parse(JSON.parse(textOf(path) ?? "{}"));
  return {
    read() {
      const { [databaseKey]: here, ...others } = marks();
      return { here, elsewhere: Object.values(others) };
    },
    async save(mark) {
      const all = marks();
      if (historyFault(all[databaseKey], mark) !== undefined) return;
      // Renamed into place, so that a crash leaves the old file or the new one. Written beside the sockets of the folder's
      // owner, which a backup of the running process leaves out.
      const unfinished = join(dataDir, "lock", `${fileName}.${process.pid}`);
      await mkdir(dirname(unfinished), { recursive: true, mode: 0o700 });
      const file = await open(unfinished, "w", 0o600);
      try {
        await file.writeFile(JSON.stringify({ ...all, [databaseKey]: mark }));
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(unfinished, path);
    },
  };
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
