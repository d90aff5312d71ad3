import type { Context } from "../../context.ts";
import { isRefusal, type Refusal, refuseFields } from "../../domain/refusal.ts";
import type { ClientOrigin } from "../client-origin.ts";
import { lockAccount, type SignedIn } from "../sign-in/sessions.ts";
import { provePassword } from "./confirm-password.ts";
import { passwordFault } from "./password-rules.ts";
import { hashPassword, savePassword } from "./passwords.ts";
import { checkSecondFactor } from "./second-factor.ts";
import { type OwnChange, securityChangedFrom } from "./security-change.ts";

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
  const { member, sessionId } = signedIn;
  const fault = passwordFault(password, member.email);
  if (fault) return refuseFields(fault);
  const proven = await provePassword(ctx, { member, typed: current, pointer: "/current_password", now });
  if (isRefusal(proven)) return proven;
  if (password === current) return refuseFields({ pointer: "/password", code: "password_same" });
  const refusal = await checkSecondFactor(ctx, { member, typed: secondFactor, origin, now });
  if (refusal) return refusal;
  const passwordHash = await hashPassword(password);
  const changed = await ctx.db.transaction(async (tx) => {
    const over = await lockAccount(tx, signedIn, proven.passwordHash);
    if (over) return over;
    await savePassword(tx, member.id, passwordHash, now);
    const change = { member, event: "password_changed", method: "password", origin, now } as const;
    return securityChangedFrom(tx, ctx, sessionId, change);
  });
  ctx.jobs.wakeWorkers();
  return changed;
}
