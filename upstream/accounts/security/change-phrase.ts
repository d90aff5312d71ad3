import type { Context } from "../../ports/context.ts";
import { isRefusal, type Refusal, refuseFields } from "../../shared/rules/refusal.ts";
import type { ClientOrigin } from "../client-origin.ts";
import { applyEffect } from "../effects/apply-effect.ts";
import type { SignedIn } from "../sign-in/sessions.ts";
import { provePassword } from "./confirm-password.ts";
import { checkSecondFactor } from "./second-factor.ts";

const lengths = { least: 4, most: 60 };

type Accounts = Pick<Context, "db" | "env" | "ids" | "jobs" | "policy">;
type PhraseChange = {
  phrase: string | null;
  password: string;
  secondFactor: string | null;
  origin: ClientOrigin;
  now: Date;
};

/**
 * Sets or removes the member's own words in our emails; requires the password and the second factor, since who could
 * change them could imitate us. Nothing else of the account changes, so other sessions continue. The notice has the new
 * phrase, as every later email.
 */
export async function changePhrase(
  ctx: Accounts,
  signedIn: SignedIn,
  { phrase: typed, password, secondFactor, origin, now }: PhraseChange,
): Promise<{ phrase: string | null } | Refusal> {
  const { member } = signedIn;
  const phrase = typed === null ? null : oneLine(typed) || null;
  const length = phrase === null ? null : Array.from(phrase).length;
  if (length !== null && (length < lengths.least || length > lengths.most)) {
    return refuseFields({ pointer: "/phrase", code: "phrase_length" });
  }
  const proven = await provePassword(ctx, { member, typed: password, pointer: "/password", now });
  if (isRefusal(proven)) return proven;
  const refusal = await checkSecondFactor(ctx, { member, typed: secondFactor, origin, now });
  if (refusal) return refusal;
  const proof = { kind: "password", signedIn, ...proven } as const;
  const request = { member, proof, change: { phrase }, method: "password", origin, now } as const;
  const changed = await ctx.db.transaction((tx) => applyEffect(tx, ctx, "phrase_changed", request));
  ctx.jobs.wakeWorkers();
  return isRefusal(changed) ? changed : { phrase };
}

/** Line ends and invisible characters would let a phrase look like a part of the email. */
function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/ {2,}/g, " ")
    .trim();
}
