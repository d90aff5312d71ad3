import { botCheckEmailBody, botCheckQuery, botCheckReply } from "../bot-check/bot-check.ts";
import { challengeReply } from "../member/auth.ts";
import { read, write } from "./call-kinds.ts";
import type { Endpoint } from "./endpoint.ts";

/** The check that keeps programs from filling in forms. */
export const botCheckCalls = {
  botCheck: {
    ...read,
    path: "bot-check",
    area: "misc",
    access: "public",
    summary: "A challenge to solve, or the provider’s site key, for one guarded call.",
    query: botCheckQuery,
    reply: botCheckReply,
    // Asked for by the scripts of a page, which have no client id.
    open: true,
    problems: [],
  },
  botCheckEmailCode: {
    ...write,
    path: "bot-check/email-code",
    area: "misc",
    access: "public",
    summary: "Emails a code that a guarded call accepts instead of a solved check.",
    body: botCheckEmailBody,
    reply: challengeReply,
    replyStatus: 202,
    problems: [],
  },
} as const satisfies Record<string, Endpoint>;
