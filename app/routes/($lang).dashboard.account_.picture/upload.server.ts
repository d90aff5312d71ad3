import { boundedBody } from "../../http/request/bounded-body.server.ts";
import { multipartForm } from "../../http/request/multipart-form.server.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import type { PictureFault } from "./fault.ts";

/** Phone photos have two to six megabytes. */
const maxMegabytes = 8;
/** Including the other form fields. */
const maxBytes = maxMegabytes * 1024 * 1024 + 16 * 1024;
/** Maximum concurrent uploads in memory; further ones are refused. */
const maxConcurrent = 8;

const uploading = new Set<string>();

type Upload = { dataUrl: string } | { fault: PictureFault } | { problem: "too_many_requests" };

/**
 * The picture of a posted form, re-encoded. Reads no more than the limit, one upload per member and a few in total.
 * Restarts the page's time budget: an upload takes as long as the visitor's connection needs.
 */
export async function uploadedPicture(args: RouteArgs, memberId: string): Promise<Upload> {
  if (Number(args.request.headers.get("Content-Length")) > maxBytes) return { fault: "large" };
  if (uploading.has(memberId) || uploading.size >= maxConcurrent) return { problem: "too_many_requests" };
  uploading.add(memberId);
  try {
    const body = await boundedBody(args.request, maxBytes);
    if (body === null) return { fault: "large" };
    const file = await fileIn(body, args.request.headers.get("Content-Type") ?? "");
    if (typeof file === "string") return { fault: file };
    // sharp is slow to load and keeps memory: loaded with the first picture, not at start.
    const { reencodePicture } = await import("./draw.server.ts");
    return await reencodePicture(file);
  } finally {
    uploading.delete(memberId);
    args.context.receivedMs = performance.now();
  }
}

async function fileIn(body: Buffer, type: string): Promise<Buffer | PictureFault> {
  const form = await multipartForm(body, type);
  if (typeof form === "string") return form === "too_large" ? "large" : "broken";
  const file = form.get("picture");
  if (file === null || typeof file === "string" || file.size === 0) return "missing";
  return Buffer.from(await file.arrayBuffer());
}
