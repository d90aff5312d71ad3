import {
  freezeBody,
  freezeCodeReply,
  freezeReply,
  freezeReportBody,
  freezeShowBody,
  freezeShowReply,
} from "../member/freeze.ts";
import { write } from "./call-kinds.ts";
import type { Endpoint } from "./endpoint.ts";

/** One freeze of an account behind every door. */
export const freezeCalls = {
  memberFreeze: {
    ...write,
    area: "member",
    access: "member",
    path: "member/freeze",
    summary: "Freezes the account: nothing leaves it, and what was not sent is given back.",
    body: freezeBody,
    reply: freezeReply,
    problems: ["code_expired"],
  },
  withdrawalsReport: {
    ...write,
    area: "member",
    access: "public",
    path: "member/withdrawals/report",
    summary: "“This was not me”: freezes the account, with the link of an email.",
    body: freezeReportBody,
    reply: freezeReply,
    problems: ["not_available", "code_expired"],
  },
  memberFreezeShow: {
    ...write,
    area: "member",
    access: "public",
    path: "member/freeze/show",
    summary: "What the freeze of an account has stopped.",
    body: freezeShowBody,
    reply: freezeShowReply,
    problems: [],
  },
  memberFreezeCode: {
    ...write,
    area: "member",
    access: "public",
    path: "member/freeze/code",
    summary: "Emails a code for a new password of a frozen account.",
    body: freezeShowBody,
    reply: freezeCodeReply,
    replyStatus: 202,
    problems: [],
  },
} as const satisfies Record<string, Endpoint>;
