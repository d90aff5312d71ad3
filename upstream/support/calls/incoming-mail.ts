import { createHash, timingSafeEqual } from "node:crypto";
import { endpoints } from "../../../contract/calls/endpoints.ts";
import { readBytes } from "../../http/request/read-bytes.ts";
import { isReplyToken } from "../../http/request/ticket-token.ts";
import type { Route } from "../../http/serve.ts";
import { refuse } from "../../shared/rules/refusal.ts";
import { receiveEmail } from "../receive-email.ts";

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

export const incomingMailCalls = [mail];

const hash = (text: string) => createHash("sha256").update(text).digest();
const isSame = (one: string, other: string) => timingSafeEqual(hash(one), hash(other));
