import { open, readdir } from "node:fs/promises";
import { join } from "node:path";

/** Everything in a folder is on disk, as far as it is written now: files, their names, the folder itself. */
export async function syncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  await Promise.all(
    entries.map((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? syncTree(path) : syncOne(path);
    }),
  );
  await syncOne(folder);
}

export async function syncOne(path: string): Promise<void> {
  const file = await open(path, "r");
  await file.sync().finally(() => file.close());
}
