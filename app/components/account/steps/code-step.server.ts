import { redirect, redirectDocument } from "@remix-run/node";
import { type PendingOf, pendingStep } from "../../../auth/cookies/pending-cookie.server.ts";
import { type CodeStep, requestAgain } from "../../../auth/request-code.server.ts";
import { refusedReply } from "../../../forms/form-reply.server.ts";
import type { FormReply } from "../../../forms/reply.ts";
import type { RouteArgs } from "../../../http/request/request-facts.ts";
import { href } from "../../../i18n/href.ts";
import { langOf } from "../../../i18n/lang.server.ts";
import type { SentCode } from "./code-page.tsx";

/** The page that requests each code; the code is entered one page below. */
const pages = { "sign-up": "/sign-up", reset: "/reset", "email-change": "/dashboard/account/email" } as const;

/** The code this browser requested; without one, redirects to the page that requests it. */
export async function sentCode<Step extends CodeStep>(args: RouteArgs, step: Step): Promise<PendingOf<Step>> {
  const pending = await pendingStep(args, step);
  if (!pending) throw redirect(href(langOf(args.request), pages[step]), 303);
  return pending;
}

/** The email of the code that this browser requested for the step and may still enter. */
export async function requestedEmail(args: RouteArgs, step: CodeStep): Promise<string | null> {
  const pending = await pendingStep(args, step);
  return pending && new Date(pending.expiresAt) > args.context.receivedAt ? pending.email : null;
}

/** What the page may know about it. */
export function shownCode(args: RouteArgs, pending: PendingOf<CodeStep>): SentCode {
  const { email, codeLength, expiresAt, resendAt, next } = pending;
  return { email, codeLength, expiresAt, resendAt, next, now: args.context.receivedAt.toISOString() };
}

/** Sends another code to the same address: reloads the page, or shows when that is possible. */
export async function sendAgain(
  args: RouteArgs,
  pending: PendingOf<CodeStep>,
): Promise<{ reply: FormReply; status: number }> {
  const requested = await requestAgain(args, pending);
  if (requested.ok) {
    throw redirectDocument(href(langOf(args.request), `${pages[pending.step]}/code`), {
      status: 303,
      headers: { "Set-Cookie": requested.cookie },
    });
  }
  return { reply: refusedReply(langOf(args.request), {}, requested.problem), status: requested.problem.status };
}
