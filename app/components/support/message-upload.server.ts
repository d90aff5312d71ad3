import { maxAttachments } from "../../../contract/support/ticket-states.ts";
import { api } from "../../api/client.server.ts";
import type { FieldProblem, FormProblemCode } from "../../forms/reply.ts";
import { boundedBody, isMultipart } from "../../http/request/bounded-body.server.ts";
import { multipartForm } from "../../http/request/multipart-form.server.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { type KeptFile, keptFile } from "./kept-file.ts";
import { messageKey } from "./message-key.server.ts";
import { inPicturePlace } from "./picture-places.server.ts";

const maxFileBytes = 5 * 1024 * 1024;
/** Three files and the text. */
const maxBytes = maxAttachments * maxFileBytes + 64 * 1024;

/** The fields of a message as a plain form, and its files, which the service keeps for an hour. */
export type MessageUpload = { form: Request; files: KeptFile[]; fault: FieldProblem | null };

/**
 * Reads a posted message with its files. A file that cannot be taken is reported; the others are kept, so that a form
 * with an error comes back with them. `limit`: too large to be read, or too many pictures.
 */
export async function messageUpload(args: RouteArgs): Promise<MessageUpload | { limit: FormProblemCode }> {
  if (!isMultipart(args.request)) return { form: args.request, files: [], fault: null };
  if (Number(args.request.headers.get("Content-Length")) > maxBytes) return { limit: "too_large" };
  const body = await boundedBody(args.request, maxBytes);
  const type = args.request.headers.get("Content-Type") ?? "";
  const form = body === null ? "too_large" : await multipartForm(body, type);
  return typeof form === "string" ? { limit: "too_large" } : stored(args, form);
}

async function stored(args: RouteArgs, form: FormData): Promise<MessageUpload | { limit: FormProblemCode }> {
  const fields = new URLSearchParams();
  const chosen: File[] = [];
  for (const [name, value] of form) {
    if (typeof value === "string") fields.append(name, value);
    else if (value.size > 0) chosen.push(value);
  }
  const files = fields.getAll("kept").flatMap((text) => keptFile(text) ?? []);
  fields.delete("kept");
  let fault: FieldProblem | null = null;
  for (const file of chosen) {
    const taken = files.length >= maxAttachments ? tooMany : await storedFile(args, file, fields.toString());
    if ("limit" in taken) return taken;
    if ("code" in taken) fault ??= taken;
    // The same picture chosen twice is one.
    else if (!files.some(({ id }) => id === taken.id)) files.push(taken);
  }
  const request = new Request(args.request.url, {
    method: "POST",
    body: fields,
    headers: languageHeaders(args.request),
  });
  return { form: request, files, fault };
}

/** What the language of an address without one depends on. */
function languageHeaders({ headers }: Request): Record<string, string> {
  return { Cookie: headers.get("Cookie") ?? "", "Accept-Language": headers.get("Accept-Language") ?? "" };
}

const tooMany: FieldProblem = { code: "too_many" };

async function storedFile(
  args: RouteArgs,
  file: File,
  fields: string,
): Promise<KeptFile | FieldProblem | { limit: FormProblemCode }> {
  if (file.size > maxFileBytes) return { code: "image_large", meta: { max: "5 MB" } };
  const bytes = Buffer.from(await file.arrayBuffer());
  // sharp is slow to load and keeps memory: loaded with the first picture, not at start.
  const { shrinkPicture } = await import("./shrink-picture.server.ts");
  const drawn = await inPicturePlace(args.context.clientAddress, () => shrinkPicture(bytes));
  if (drawn === "too_many_requests" || drawn === "overloaded") return { limit: drawn };
  if (drawn === "pixels") return { code: "image_large", meta: { max: "24 MP" } };
  if (drawn === null) return { code: "image_format" };
  const idempotencyKey = messageKey(args, "picture", fields, bytes);
  const response = await api(args, "supportAttachment", {
    body: { name: file.name.slice(0, 200), image: drawn.dataUrl },
    idempotencyKey,
  });
  if (response.ok) return response.data.data;
  const { code = "image_format", meta = {} } = response.problem.errors?.[0] ?? {};
  return { code, meta };
}
