import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod/v4";
import { policyHeader } from "../../http/response/security-headers.ts";
import { acceptedEncodings, type Encoding, holds } from "../encodings.ts";
import type { FrontRequest, FrontResponse, ResponseHeaders, Step } from "../front-request.ts";

/** A file as listed by scripts/build-files.ts. `<file>.br` and `<file>.gz` lie beside it where they are smaller. */
const file = z.object({
  type: z.string(),
  etag: z.string(),
  immutable: z.boolean(),
  encodings: z.array(z.enum(["br", "gzip"])),
});
const fileIndex = z.record(z.string(), file);
type File = z.infer<typeof file>;

/** Scripts of this folder are workers: each has its own policy. They need nothing but the icon of a notification. */
const workers = /^\/push\//;
const workerPolicy = "default-src 'none'; img-src 'self'";

const suffixes = { br: ".br", gzip: ".gz", identity: "" } as const;

/**
 * Static files: only those listed by the build, so no path can reach another file. Each is read on first request and
 * kept in memory.
 */
export function filesStep(buildFolder: string): Step {
  const folder = join(buildFolder, "client");
  const index = fileIndex.parse(JSON.parse(readFileSync(join(buildFolder, "files.json"), "utf8")));
  const fileByPath = new Map(Object.entries(index));
  const bytes = new Map<string, Promise<Buffer>>();
  const read = (name: string): Promise<Buffer> => {
    const reading = bytes.get(name) ?? readFile(join(folder, name));
    bytes.set(name, reading);
    return reading;
  };
  return (request) => {
    const { method, path } = request;
    const file = method === "GET" || method === "HEAD" ? fileByPath.get(path) : undefined;
    return file && respond(request, file, read);
  };
}

async function respond(
  request: FrontRequest,
  file: File,
  read: (name: string) => Promise<Buffer>,
): Promise<FrontResponse> {
  const accepted = acceptedEncodings(request);
  const encoding: Encoding | "identity" =
    file.encodings.find((candidate) => accepted.includes(candidate)) ?? "identity";
  const etag = `"${file.etag}-${encoding}"`;
  const headers: ResponseHeaders = {
    "cache-control": file.immutable ? "public, max-age=31536000, immutable" : "public, max-age=3600",
    etag,
    ...(file.encodings.length > 0 ? { vary: "Accept-Encoding" } : {}),
    ...(workers.test(request.path) ? { [policyHeader]: workerPolicy } : {}),
  };
  if (holds(request, etag)) return { status: 304, headers, body: null, kind: "file" };
  headers["content-type"] = file.type;
  if (encoding !== "identity") headers["content-encoding"] = encoding;
  return { status: 200, headers, body: await read(request.path + suffixes[encoding]), kind: "file" };
}
