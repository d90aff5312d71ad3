import type { z } from "zod/v4";
import type { FormRefusal } from "../../auth/cookies/cookies-blocked.server.ts";
import { formReply, refusedReply } from "../../forms/form-reply.server.ts";
import { parseForm } from "../../forms/parse-form.server.ts";
import type { FormReply } from "../../forms/reply.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { langOf } from "../../i18n/lang.server.ts";
import type { KeptFile, RefusedMessage } from "./kept-file.ts";
import { messageUpload } from "./message-upload.server.ts";

type Sent<Reply> = { ok: true; data: { data: Reply } } | { ok: false; problem: FormRefusal };
type PostResult<Reply> = { sent: Reply } | ({ refused: RefusedMessage } & Init);
/** Of the response to a refused form. */
type Init = { status: number; headers?: HeadersInit };

const noFields = {};
const limitStatuses: Readonly<Record<string, number>> = { too_large: 413, too_many_requests: 429 };

/** Changes the reply to a refused form, for one with a bot check. */
type Refusing<Value> = (value: Value, problem: FormRefusal, reply: FormReply) => Promise<{ reply: FormReply } & Init>;
const asRefused: Refusing<unknown> = async (_, { status }, reply) => ({ reply, status });

/** A posted message with its files, checked and sent. A refused one comes back with its text and files. */
export async function postMessage<Schema extends z.ZodType, Reply>(
  args: RouteArgs,
  schema: Schema,
  send: (value: z.output<Schema>, files: KeptFile[]) => Promise<Sent<Reply>>,
  refusing: Refusing<z.output<Schema>> = asRefused,
): Promise<PostResult<Reply>> {
  const lang = langOf(args.request);
  const upload = await messageUpload(args);
  if ("limit" in upload) {
    const status = limitStatuses[upload.limit] ?? 503;
    return { refused: { reply: refusedReply(lang, noFields, { code: upload.limit }), files: [] }, status };
  }
  const { files, fault } = upload;
  const form = await parseForm(upload.form, schema);
  if (!form.ok || fault) {
    const reply = form.ok ? form.refused({ code: "validation_failed" }) : form.reply;
    const fields = { ...reply.fields, ...(fault && { files: fault }) };
    return { refused: { reply: formReply(lang, { ...reply, fields }), files }, status: 400 };
  }
  const sent = await send(form.value, files);
  if (sent.ok) return { sent: sent.data.data };
  const refused = form.refused(sent.problem, { attachments: "files", order_ref: "order" });
  const { reply, ...init } = await refusing(form.value, sent.problem, refused);
  // Files that the service no longer has cannot be sent again.
  const availableFiles = reply.fields.files ? [] : files;
  return { refused: { reply, files: availableFiles }, ...init };
}
