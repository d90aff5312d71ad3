import { open, readdir } from "node:fs/promises";
import { join } from "node:path";

/** The number of open files per process is limited, and a database has more files than some machines allow. */
const atOnce = 16;

/** Syncs a folder to disk as it is now: its files, their names and the folder itself. */
export async function syncTree(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true });
  const paths = [folder, ...names.map((name) => join(folder, name))].values();
  const syncRest = async () => {
    for (const path of paths) await syncOne(path);
  };
  await Promise.all(Array.from({ length: atOnce }, syncRest));
}

export async function syncOne(path: string): Promise<void> {
  const file = await open(path, "r");
  await file.sync().finally(() => file.close());
}
