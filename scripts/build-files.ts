/**
 * Lists the browser's files for the server (app/server/steps/files.ts), and compresses each at maximum quality where that
 * makes it smaller. Then lets every user read the build: it runs as another one than its builder.
 */
import { createHash } from "node:crypto";
import { chmod, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const folder = "build/client";
const types: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
  ".xml": "application/xml",
};
/** Files whose name contains a content hash or a version. */
const hashed = /^\/(assets|fonts|scripts)\//;

const compress = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }),
};
const suffixes = { br: ".br", gzip: ".gz" } as const;

const entries = await readdir(folder, { recursive: true, withFileTypes: true });
const names = entries
  .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name) && !entry.name.startsWith("."))
  .map((entry) => join(entry.parentPath, entry.name).slice(folder.length))
  // Vite's manifest, which browsers do not need.
  .filter((name) => !name.startsWith("/.vite/"))
  .sort();
const index = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await entryOf(name)] as const)));
await writeFile("build/files.json", JSON.stringify(index));
await makeReadable("build");

/** Read for all, and entering for all where a folder; PostgreSQL makes the files of the template for itself alone. */
async function makeReadable(path: string): Promise<void> {
  const { mode } = await stat(path);
  const isFolder = (mode & 0o170000) === 0o040000;
  await chmod(path, (mode & 0o7777) | (isFolder ? 0o555 : 0o444));
  if (!isFolder) return;
  for (const name of await readdir(path)) await makeReadable(join(path, name));
}

async function entryOf(name: string) {
  const type = types[extname(name)];
  if (type === undefined) throw new Error(`Unknown media type of ${name}: add it in scripts/build-files.ts`);
  const bytes = await readFile(join(folder, name));
  const encodings: ("br" | "gzip")[] = [];
  for (const encoding of ["br", "gzip"] as const) {
    const packed = await compress[encoding](bytes);
    // Compressing tiny files is not worth a header and a second file in memory.
    if (packed.byteLength > bytes.byteLength * 0.95) continue;
    await writeFile(join(folder, name + suffixes[encoding]), packed);
    encodings.push(encoding);
  }
  const etag = createHash("sha256").update(bytes).digest("base64url").slice(0, 16);
  return { type, etag, immutable: hashed.test(name), encodings };
}
