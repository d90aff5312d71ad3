import { open, readdir } from "node:fs/promises";
import { join } from "node:path";

/** A process may hold only so many files open; a database has more of them than some machines allow. */
const atOnce = 16;

/** Everything in a folder is on disk, as far as it is written now: files, their names, the folder itself. */
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
