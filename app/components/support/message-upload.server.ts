import { maxAttachments } from "../../../contract/support/ticket-states.ts";
import { api } from "../../api/client.server.ts";
import { keepFields, keepForm } from "../../auth/cookies/kept-form.server.ts";
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
  const form = await postedForm(args.request);
  return form === null ? { limit: "too_large" } : stored(args, form);
}

/** The Set-Cookie header that keeps a message's text while its writer signs in again; null where it cannot be kept. Its pictures are chosen again. */
export async function keepMessage(args: RouteArgs): Promise<string | null> {
  if (!isMultipart(args.request)) return keepForm(args);
  const form = await postedForm(args.request);
  form?.delete("kept");
  return form === null ? null : keepFields(args, new URL(args.request.url).pathname, form);
}

/** Null for one that is too large, or broken. */
async function postedForm(request: Request): Promise<FormData | null> {
  if (Number(request.headers.get("Content-Length")) > maxBytes) return null;
  const body = await boundedBody(request, maxBytes);
  const form = body === null ? "too_large" : await multipartForm(body, request.headers.get("Content-Type") ?? "");
  return typeof form === "string" ? null : form;
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
