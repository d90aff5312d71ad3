import { createHash, timingSafeEqual } from "node:crypto";
import { endpoints } from "../../contract/calls/endpoints.ts";
import { parseRef } from "../../contract/order/order-number.ts";
import { passBotCheck } from "../accounts/bot-check/pass-bot-check.ts";
import type { Caller } from "../http/request/caller.ts";
import { accessibleOrder, credentialsOf, hasEmailLink } from "../http/request/order-access.ts";
import { readBytes } from "../http/request/read-bytes.ts";
import { idOfKey } from "../http/request/signed-key.ts";
import { accessibleTicket, type OpenedTicket } from "../http/request/ticket-access.ts";
import { isReplyToken, ticketToken } from "../http/request/ticket-token.ts";
import { type Route, serve } from "../http/serve.ts";
import type { Context } from "../ports/context.ts";
import { isRefusal, type Refusal, refuse } from "../shared/rules/refusal.ts";
import { isShownByKey, type OpenedFreeze, openFreeze } from "../withdrawals/freeze/freeze-access.ts";
import { type AnswerTimes, answerTimes } from "./answer-times.ts";
import { answerAsCustomer, answerAuthor, closeTicket, ticketRow } from "./change-ticket.ts";
import { openTicket } from "./open-ticket.ts";
import { receiveEmail } from "./receive-email.ts";
import { attachmentOf, storeAttachment } from "./ticket-files.ts";
import { shownTicket } from "./ticket-number.ts";
import { memberTickets, ticketView } from "./ticket-view.ts";

/** Not through `serve`: the body is a message, not JSON. */
const mail: Route = {
  name: "supportMail",
  endpoint: endpoints.supportMail,
  async respond({ ctx }, { request, caller }) {
    const { SUPPORT_MAIL_SECRET: secret, ORDER_LINK_SECRETS: secrets } = ctx.env;
    if (secret === undefined) return refuse("not_found");
    if (!isSame(caller.bearer ?? "", secret)) return refuse("unauthenticated");
    const bytes = await readBytes(request, endpoints.supportMail.bodyLimitBytes).catch(() => null);
    if (bytes === null) return refuse("bad_request");
    if (!bytes) return refuse("too_large");
    const ticketOf = (recipient: string) => {
      const [, number = "", token = ""] = /\+(\d{1,9})-([a-z2-7]{26})@/.exec(recipient) ?? [];
      return number !== "" && isReplyToken(secrets, Number(number), token) ? Number(number) : undefined;
    };
    const result = await receiveEmail(ctx, bytes, ticketOf, ctx.clock.now());
    ctx.log.info({ outcome: result }, "email to support");
    // Always accepted: a provider would repeat a refused one, and report failures to forged senders.
    return new Response(null, { status: 204, headers: { "Cache-Control": "no-store" } });
  },
};

/** Calls of customers about their tickets, and of the mail server that delivers their replies. */
export const supportCalls: readonly Route[] = [
  serve("supportHours", async ({ ctx, now }) => ({ data: hoursView(await answerTimes(ctx, now)) })),

  serve("supportMessage", async ({ ctx, body, caller, now }) => {
    const frozen = await frozenWriter(ctx, body.freeze_key ?? null, now);
    const check = { action: "support", email: body.email, proof: body, bearer: caller.bearer, now } as const;
    // Whoever froze the account has proven its session or its mailbox.
    const refusal = frozen ? undefined : await passBotCheck(ctx, check);
    if (refusal) return refusal;
    const { order, member } = await writerOf(ctx, caller, body.order_ref ?? null, now);
    const opened = await openTicket(
      ctx,
      {
        topic: body.topic,
        name: body.name ?? null,
        email: body.email,
        message: body.message,
        order,
        orderTyped: order === null ? (body.order_ref ?? null) : null,
        member: frozen?.member ?? member,
        note: frozen ? freezeNote(frozen) : null,
        attachments: body.attachments,
        language: caller.language,
        address: caller.address,
      },
      now,
    );
    if (isRefusal(opened)) return opened;
    const { number, answerBy } = opened;
    return {
      data: {
        ticket: shownTicket(number),
        eta_hours: Math.ceil((answerBy.getTime() - now.getTime()) / 3_600_000),
        answer_by: answerBy.toISOString(),
        token: ticketToken(ctx.env.ORDER_LINK_SECRETS, number, "browser"),
      },
    };
  }),

  serve("supportAttachment", async ({ ctx, body, caller, now }) => {
    const { memberId } = await credentialsOf(ctx, caller, now);
    const stored = await storeAttachment(ctx, { ...body, isMembers: memberId !== null, address: caller.address }, now);
    return isRefusal(stored) ? stored : { data: stored };
  }),

  serve("supportTicket", ({ ctx, query, caller, now }) =>
    withTicket(ctx, query.ticket, caller, now, async (opened) => ({ data: await ticketView(ctx, opened, now) })),
  ),

  serve("supportAnswer", ({ ctx, body, caller, now }) =>
    withTicket(ctx, body.ticket, caller, now, async (opened) => {
      const answered = await answerAsCustomer(ctx, opened.row.number, { ...body, by: opened.by }, now);
      return isRefusal(answered) ? answered : viewOf(ctx, opened, now);
    }),
  ),

  serve("supportSolve", ({ ctx, body, caller, now }) =>
    withTicket(ctx, body.ticket, caller, now, async (opened) => {
      await closeTicket(ctx, opened.row.number, { event: "solved", cause: opened.by }, now);
      return viewOf(ctx, opened, now);
    }),
  ),

  serve("supportAuthor", ({ ctx, body, caller, now }) =>
    withTicket(ctx, body.ticket, caller, now, async (opened) => {
      if (opened.by !== "mailbox") return refuse("invalid_transition");
      const refusal = await answerAuthor(ctx, opened.row.number, body.is_author, now);
      return refusal ?? viewOf(ctx, opened, now);
    }),
  ),

  serve("supportFile", ({ ctx, query, caller, now }) =>
    withTicket(ctx, query.ticket, caller, now, async ({ row: { number } }) => {
      const file = await attachmentOf(ctx, number, query.id);
      if (!file) return refuse("not_found");
      const headers = {
        "Content-Disposition": `inline; filename*=UTF-8''${encodeURIComponent(file.name)}`,
        "X-Content-Type-Options": "nosniff",
        "Content-Security-Policy": "default-src 'none'; sandbox",
      };
      return { media: "image/webp", bytes: new Uint8Array(file.image), headers };
    }),
  ),

  serve("memberTickets", async ({ ctx, member }) => ({ data: await memberTickets(ctx, member.member) })),

  mail,
];

/** The order and the member of a message, as far as the caller's credentials prove them. */
async function writerOf(ctx: Context, caller: Caller, orderRef: string | null, now: Date) {
  const { signedIn, ...credentials } = await credentialsOf(ctx, caller, now);
  const isOrderNumber = orderRef !== null && parseRef(orderRef) !== undefined;
  const order = isOrderNumber ? await accessibleOrder(ctx, orderRef, credentials) : null;
  const member = signedIn?.member ?? null;
  if (order === null || isRefusal(order)) return { order: null, member };
  const { ref, email } = order;
  return { order: { ref, email, isOpenedByEmail: hasEmailLink(ctx, order, credentials) }, member };
}

/** The member of a freeze in force, by its key. */
async function frozenWriter(ctx: Context, key: string | null, now: Date): Promise<OpenedFreeze | undefined> {
  const freezeId = key === null ? null : idOfKey(ctx.env.ORDER_LINK_SECRETS, "freeze", key);
  const opened = freezeId === null ? undefined : await openFreeze(ctx, { freezeId }, now);
  return opened && isShownByKey(opened.freeze, now) ? opened : undefined;
}

function freezeNote({ freeze: { cause, startedAt, until, stopped } }: OpenedFreeze): string {
  const list = (ids: readonly string[]) => (ids.length === 0 ? "none" : ids.join(", "));
  return [
    `Written from the page of a freeze by ${cause}, from ${startedAt.toISOString()} until ${until.toISOString()}.`,
    `Withdrawals cancelled: ${list(stopped.withdrawals)}. Held: ${list(stopped.held)}. Orders: ${list(stopped.orders)}.`,
    `Addresses removed: ${stopped.addresses.length}. Sessions ended: ${stopped.sessions.length}.`,
  ].join("\n");
}

async function withTicket<Reply>(
  ctx: Context,
  typed: string,
  caller: Caller,
  now: Date,
  work: (opened: OpenedTicket) => Promise<Reply | Refusal>,
): Promise<Reply | Refusal> {
  const opened = await accessibleTicket(ctx, typed, caller, now);
  return isRefusal(opened) ? opened : work(opened);
}

async function viewOf(ctx: Context, { row: { number }, by }: OpenedTicket, now: Date) {
  const row = await ticketRow(ctx.db.orm, number);
  return row ? { data: await ticketView(ctx, { row, by }, now) } : refuse("not_found");
}

function hoursView({ open, opensAt, answerBy, topics }: AnswerTimes) {
  return {
    open,
    opens_at: opensAt?.toISOString() ?? null,
    answer_by: answerBy.toISOString(),
    topics: topics.map(({ topic, minutes, expectedAt }) => ({
      topic,
      expected_minutes: minutes,
      expected_at: expectedAt?.toISOString() ?? null,
    })),
  };
}

const hash = (text: string) => createHash("sha256").update(text).digest();
const isSame = (a: string, b: string) => timingSafeEqual(hash(a), hash(b));
