import { redirect, redirectDocument } from "@remix-run/node";
import { type PendingOf, pendingStep } from "../../../auth/cookies/pending-cookie.server.ts";
import { askAgain, type CodeStep } from "../../../auth/request-code.server.ts";
import type { FormReply } from "../../../forms/reply.ts";
import type { RouteArgs } from "../../../http/request/request-facts.ts";
import { href } from "../../../i18n/href.ts";
import { langOf } from "../../../i18n/lang.server.ts";
import type { SentCode } from "./code-page.tsx";

/** Where each is asked for; its code is typed one page below. */
const pages = { "sign-up": "/sign-up", reset: "/reset", "email-change": "/dashboard/account/email" } as const;

/** The code this browser asked for; without one the first page, where it is asked for. */
export async function sentCode<Step extends CodeStep>(args: RouteArgs, step: Step): Promise<PendingOf<Step>> {
  const pending = await pendingStep(args, step);
  if (!pending) throw redirect(href(langOf(args.request), pages[step]), 303);
  return pending;
}

/** What the page may know of it. */
export function shownCode(args: RouteArgs, pending: PendingOf<CodeStep>): SentCode {
  const { email, codeLength, expiresAt, resendAt, next } = pending;
  return { email, codeLength, expiresAt, resendAt, next, now: args.context.receivedAt.toISOString() };
}

/** Another code to the same address: the page anew, or why not yet. */
export async function sendAgain(
  args: RouteArgs,
  pending: PendingOf<CodeStep>,
): Promise<{ reply: FormReply; status: number }> {
  const asked = await askAgain(args, pending);
  if (asked.ok) {
    throw redirectDocument(href(langOf(args.request), `${pages[pending.step]}/code`), {
      status: 303,
      headers: { "Set-Cookie": asked.cookie },
    });
  }
  const { code, status } = asked.problem;
  return { reply: { values: {}, fields: {}, problem: code }, status };
}
