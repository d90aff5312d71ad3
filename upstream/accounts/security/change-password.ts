import type { Context } from "../../ports/context.ts";
import { isRefusal, type Refusal, refuseFields } from "../../shared/rules/refusal.ts";
import type { ClientOrigin } from "../client-origin.ts";
import { applyEffect } from "../effects/apply-effect.ts";
import type { SignedIn } from "../sign-in/sessions.ts";
import { provePassword } from "./confirm-password.ts";
import { passwordFault } from "./password-rules.ts";
import { hashPassword, networksOfMember } from "./passwords.ts";
import { checkSecondFactor } from "./second-factor.ts";
import { type OwnChange, ownChangeOf } from "./security-change.ts";

type Accounts = Pick<Context, "db" | "env" | "ids" | "jobs" | "policy">;
export type PasswordChange = {
  current: string;
  password: string;
  secondFactor: string | null;
  origin: ClientOrigin;
  now: Date;
};

/** Changes the password; requires the current one and the second factor. Ends all other sessions. */
export async function changePassword(
  ctx: Accounts,
  signedIn: SignedIn,
  { current, password, secondFactor, origin, now }: PasswordChange,
): Promise<OwnChange | Refusal> {
  const { member } = signedIn;
  const fault = passwordFault(password, member.email);
  if (fault) return refuseFields(fault);
  const proven = await provePassword(ctx, { member, typed: current, pointer: "/current_password", now });
  if (isRefusal(proven)) return proven;
  if (password === current) return refuseFields({ pointer: "/password", code: "password_same" });
  const refusal = await checkSecondFactor(ctx, { member, typed: secondFactor, origin, now });
  if (refusal) return refusal;
  const passwordHash = await hashPassword(password, networksOfMember(member.id));
  const proof = { kind: "password", signedIn, ...proven } as const;
  const request = { member, proof, change: { passwordHash }, method: "password", origin, now } as const;
  const changed = await ctx.db.transaction((tx) => applyEffect(tx, ctx, "password_changed", request));
  ctx.jobs.wakeWorkers();
  return isRefusal(changed) ? changed : ownChangeOf(changed);
}
