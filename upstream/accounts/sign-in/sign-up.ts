import { networksOf } from "../../../contract/networks/networks.ts";
import type { Lang } from "../../../contract/values/languages.ts";
import type { FieldError } from "../../../contract/values/problem.ts";
import { isTimeZone } from "../../../contract/values/time-zone.ts";
import { bindMember } from "../../affiliates/bind-member.ts";
import { isPartnerCode, type TypedTouch } from "../../affiliates/find-touch.ts";
import { touchTime } from "../../affiliates/rules/attribution.ts";
import type { Tx } from "../../db/database.ts";
import { adoptOrders } from "../../orders/change-owner.ts";
import { isValidVersion, outdatedVersion } from "../../orders/terms/valid-version.ts";
import type { Context } from "../../ports/context.ts";
import { readEmail } from "../../shared/rules/fields/email.ts";
import { isRefusal, type Refusal, refuse, refuseFields } from "../../shared/rules/refusal.ts";
import { adoptTickets } from "../../support/adopt-tickets.ts";
import type { ClientOrigin } from "../client-origin.ts";
import { applyEffect } from "../effects/apply-effect.ts";
import { passwordFault } from "../security/password-rules.ts";
import { hashPassword } from "../security/passwords.ts";
import { checkCode, type EmailCode } from "./email-codes.ts";
import { sendCode } from "./send-code.ts";
import { type MemberRow, type NewSession, openSession } from "./sessions.ts";

type Accounts = Pick<Context, "db" | "env" | "ids" | "jobs" | "policy">;
type SignUpRequest = { email: string; partner: TypedTouch | null; language: Lang; origin: ClientOrigin; now: Date };

/**
 * Emails a code, or tells the owner of an existing account so: same reply, same work. Refuses invalid addresses and
 * more codes than an hour allows.
 */
export async function requestSignUp(ctx: Accounts, request: SignUpRequest): Promise<EmailCode | Refusal> {
  const email = readEmail(request.email);
  if (!email) return refuseFields({ pointer: "/email", code: request.email === "" ? "required" : "email_format" });
  const codeRequest = {
    ...request,
    email,
    ...typedPartner(request.partner, request.now),
    purpose: "sign_up",
    memberId: null,
  } as const;
  return sendCode(ctx, codeRequest, (hasAccount) => ({ kind: hasAccount ? "sign_up_taken" : "sign_up_code" }));
}

export type SignUp = {
  challengeId: string;
  email: string;
  code: string;
  password: string;
  termsVersion: string;
  newsletter: boolean;
  timezone?: string | null | undefined;
  origin: ClientOrigin;
  now: Date;
};

/**
 * Creates the account and a session. Invalid fields are reported before the code is checked, so that they use no
 * attempt.
 */
export async function signUp(ctx: Accounts, input: SignUp): Promise<{ row: MemberRow; session: NewSession } | Refusal> {
  const email = readEmail(input.email);
  const password = passwordFault(input.password, input.email);
  const hasValidTerms = await isValidVersion(ctx.db.orm, input.termsVersion, input.now);
  const faults = [
    ...(email ? [] : [{ pointer: "/email", code: "email_format" } as const]),
    ...(input.code === "" ? [{ pointer: "/code", code: "required" } as const] : []),
    ...(password ? [password] : []),
    ...timeZoneFaults(input.timezone),
    ...(hasValidTerms ? [] : [{ pointer: "/terms_version", ...outdatedVersion }]),
  ];
  if (!email || faults.length > 0) return refuseFields(...faults);
  const { challengeId: id, code: typed, now } = input;
  const challenge = await checkCode(ctx, { purpose: "sign_up", id, email, typed, now });
  if (isRefusal(challenge)) return challenge;
  const passwordHash = await hashPassword(input.password, networksOf(input.origin.address));
  return ctx.db.transaction(async (tx) => {
    const newMember = {
      email,
      locale: challenge.language,
      partner: challenge.partner,
      news: input.newsletter,
      newsSince: input.newsletter ? now : null,
      termsVersion: input.termsVersion,
      timezone: input.timezone ?? undefined,
      createdAt: now,
    };
    const proof = { kind: "mailbox", emailed: challenge } as const;
    const change = { row: newMember, passwordHash, googleSubject: null };
    const { origin } = input;
    const request = { member: null, proof, change, method: "code", origin, now } as const;
    const opened = await applyEffect(tx, ctx, "account_opened", request);
    // Another sign-up created the account meanwhile, through Google.
    if (opened === null) return refuse("code_expired");
    if (isRefusal(opened)) return opened;
    const row = opened.result;
    const click = { code: challenge.partner, at: challenge.partnerAt?.toISOString() ?? null };
    await bindMember(ctx, tx, { id: row.id, email, click }, now);
    return { row, session: await openFirstSession(tx, ctx, { row, origin, now }) };
  });
}

/** Faults of the time zone that a new account starts with. */
export const timeZoneFaults = (timezone: string | null | undefined): FieldError[] =>
  typeof timezone !== "string" || isTimeZone(timezone) ? [] : [{ pointer: "/timezone", code: "timezone_unknown" }];

/** The first session of a new account. */
export async function openFirstSession(
  tx: Tx,
  ctx: Pick<Context, "ids">,
  { row, origin, now }: { row: MemberRow; origin: ClientOrigin; now: Date },
): Promise<NewSession> {
  await adoptOrders(tx, row);
  await adoptTickets(tx, row);
  return openSession(tx, ctx, { memberId: row.id, origin, remembered: false, now });
}

/** Ignores what cannot be a partner's code. */
function typedPartner(touch: TypedTouch | null, now: Date) {
  if (!touch?.code || !isPartnerCode(touch.code)) return { partner: null, partnerAt: null };
  return { partner: touch.code, partnerAt: touchTime(touch.at, now) };
}
