import { boundedBody } from "../../http/request/bounded-body.server.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import type { PictureFault } from "./fault.ts";

/** A photo of a telephone has two to six. */
const mostMegabytes = 8;
/** With the words of the form around it. */
const mostBytes = mostMegabytes * 1024 * 1024 + 16 * 1024;
/** So many uploads at a time are in memory; whoever comes then is asked to come again. */
const mostAtOnce = 8;

const uploading = new Set<string>();

type Upload = { dataUrl: string } | { fault: PictureFault } | { problem: "too_many_requests" };

/**
 * The picture out of a posted form, drawn small. Never more of a request than the limit is read, one of a member at a
 * time and few of all. The page's time begins anew: how long an upload takes is up to the visitor's line.
 */
export async function uploadedPicture(args: RouteArgs, memberId: string): Promise<Upload> {
  if (Number(args.request.headers.get("Content-Length")) > mostBytes) return { fault: "large" };
  if (uploading.has(memberId) || uploading.size >= mostAtOnce) return { problem: "too_many_requests" };
  uploading.add(memberId);
  try {
    const body = await boundedBody(args.request, mostBytes);
    if (body === null) return { fault: "large" };
    const file = await fileIn(body, args.request.headers.get("Content-Type") ?? "");
    if (typeof file === "string") return { fault: file };
    // sharp takes long to load and keeps memory: it is loaded with the first picture, not at every start.
    const { draw } = await import("./draw.server.ts");
    return await draw(file);
  } finally {
    uploading.delete(memberId);
    args.context.receivedMs = performance.now();
  }
}

async function fileIn(body: Buffer, type: string): Promise<Buffer | PictureFault> {
  const parsed = new Response(new Uint8Array(body), { headers: { "Content-Type": type } }).formData();
  // What ends in the middle is no form.
  const form = await parsed.catch(() => null);
  if (!form) return "broken";
  const file = form.get("picture");
  if (file === null || typeof file === "string" || file.size === 0) return "missing";
  return Buffer.from(await file.arrayBuffer());
}
