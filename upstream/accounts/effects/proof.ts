import type { Tx } from "../../db/database.ts";
import type { Context } from "../../ports/context.ts";
import { isRefusal, type Refusal, refuse, refuseFields } from "../../shared/rules/refusal.ts";
import type { ClientOrigin } from "../client-origin.ts";
import type { ProofKind } from "../rules/account-effects.ts";
import { consumeSecondFactor, hasSecondFactor } from "../security/second-factor.ts";
import { checkCode, consumeCode, type EmailCode, newestCode } from "../sign-in/email-codes.ts";
import { lockAccount, lockMember, type SignedIn } from "../sign-in/sessions.ts";

const proven = Symbol("proven");

/** A code that was right for `subject`: made by `proveWithCode` only. `emailed`: null for one of the authenticator. */
export type CodeProof = {
  kind: "code";
  signedIn: SignedIn;
  subject: string;
  emailed: EmailCode | null;
  readonly [proven]: true;
};

/** What a caller has shown, as far as it can still end before the transaction: that is checked again in it. */
export type Proof =
  | CodeProof
  | WithSession<"session">
  | WithSession<"fresh_session">
  | WithSession<"new_authenticator">
  /** `passwordHash`: the one that the typed password matched. */
  | { kind: "password"; signedIn: SignedIn; passwordHash: string }
  | { kind: "new_mailbox"; signedIn: SignedIn; emailed: EmailCode }
  | { kind: "mailbox"; emailed: EmailCode }
  | { kind: "google"; passwordHash: string | undefined }
  | { kind: "credentials"; passwordHash: string | undefined }
  /** The caller has checked a signature, or holds the member's lock. */
  | { kind: "email_link" }
  | { kind: "operator" }
  | { kind: "freeze" };

type WithSession<Kind> = { kind: Kind; signedIn: SignedIn };

export type ProofOf<Kind extends ProofKind> = Extract<Proof, { kind: Kind }>;

/**
 * Locks the account, and refuses what ended between the proof and this transaction: the session, the password, the code.
 * `memberId`: null for an account that is only being opened.
 */
export async function confirmProof(
  tx: Tx,
  memberId: string | null,
  proof: Proof,
  now: Date,
): Promise<Refusal | undefined> {
  switch (proof.kind) {
    case "fresh_session":
      return proof.signedIn.isFresh ? lockAccount(tx, proof.signedIn) : refuse("sign_in_again");
    case "session":
    case "new_authenticator":
      return lockAccount(tx, proof.signedIn);
    case "password":
      return lockAccount(tx, proof.signedIn, proof.passwordHash);
    case "code":
    case "new_mailbox":
      return (
        (await lockAccount(tx, proof.signedIn)) ?? (proof.emailed ? consumeCode(tx, proof.emailed, now) : undefined)
      );
    case "mailbox":
      if (memberId !== null && !(await lockMember(tx, memberId))) return refuse("code_expired");
      return consumeCode(tx, proof.emailed, now);
    case "google":
    case "credentials":
      if (memberId === null || (await lockMember(tx, memberId, proof.passwordHash))) return undefined;
      return refuse("invalid_credentials");
    default:
      return memberId === null || (await lockMember(tx, memberId)) ? undefined : refuse("not_found");
  }
}

/**
 * Checks a code that confirms exactly one thing (`subject`): the authenticator's, or the one emailed for it where there is
 * none. Attempts are counted before they are checked. A right one is used up with the change it confirms.
 */
export async function proveWithCode(
  ctx: Pick<Context, "db" | "env" | "ids" | "jobs">,
  signedIn: SignedIn,
  { subject, code, origin, now }: { subject: string; code: string | null; origin: ClientOrigin; now: Date },
): Promise<CodeProof | Refusal> {
  const { member } = signedIn;
  const proof = (emailed: EmailCode | null) => ({ kind: "code", signedIn, subject, emailed, [proven]: true }) as const;
  if (await hasSecondFactor(ctx.db.orm, member.id)) {
    if (code === null || code === "") return refuse("two_factor_required");
    return (await consumeSecondFactor(ctx, { member, typed: code, origin, now })) ?? proof(null);
  }
  const sent = await newestCode(ctx.db.orm, { purpose: "withdrawal", subject, now });
  if (!sent) return refuse("code_expired");
  if (code === null || code === "") return refuseFields({ pointer: "/code", code: "required" });
  const guess = { id: sent.id, email: member.email, memberId: member.id, subject, typed: code, now };
  const checked = await checkCode(ctx, { purpose: "withdrawal", ...guess });
  return isRefusal(checked) ? checked : proof(checked);
}
