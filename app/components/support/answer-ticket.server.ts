import { z } from "zod/v4";
import { maxMessageLength } from "../../../contract/support/ticket-states.ts";
import { api } from "../../api/client.server.ts";
import { discardBody } from "../../http/request/bounded-body.server.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { ticketKey } from "./find-ticket.server.ts";
import { messageKey } from "./message-key.server.ts";
import { keepMessage } from "./message-upload.server.ts";
import { postMessage } from "./post-message.server.ts";

/** `after`: the last entry that the page showed, so that the same words later are another message. */
const ticketForm = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("answer"),
    after: z.string().max(60),
    message: z.string({ error: "required" }).trim().max(maxMessageLength, { error: "too_long" }),
  }),
  z.object({ intent: z.literal("solve") }),
  z.object({ intent: z.literal("author_yes") }),
  z.object({ intent: z.literal("author_no") }),
]);

/** Files up to this size get an error message; deploy/ blocks larger ones. */
const maxRequestBytes = 32 * 1024 * 1024;

/** An answer, the end of the question, or who wrote it; only for those who may open the ticket. */
export async function answerTicket(args: RouteArgs, typed: string | undefined) {
  try {
    const { number: ticket, token: orderToken } = await ticketKey(args, typed, () => keepMessage(args));
    return await postMessage(args, ticketForm, (value, files) => {
      if (value.intent === "solve") return api(args, "supportSolve", { body: { ticket }, orderToken });
      if (value.intent !== "answer") {
        const isAuthor = value.intent === "author_yes";
        return api(args, "supportAuthor", { body: { ticket, is_author: isAuthor }, orderToken });
      }
      const body = { ticket, message: value.message, attachments: files.map(({ id }) => id) };
      const idempotencyKey = messageKey(args, "answer", value.after, JSON.stringify(body));
      return api(args, "supportAnswer", { body, orderToken, idempotencyKey });
    });
  } finally {
    await discardBody(args.request, maxRequestBytes);
  }
}
