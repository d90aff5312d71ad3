import type { Context } from "../../ports/context.ts";
import { type Refusal, refuseFields } from "../../shared/rules/refusal.ts";
import { type AttemptLimit, consumeAttempt, resetAttempts } from "../sign-in/attempts.ts";
import type { MemberRow } from "../sign-in/sessions.ts";
import { matchesPassword, networksOfMember, passwordHashOf } from "./passwords.ts";

const attemptLimit: AttemptLimit = { attempts: 10, seconds: 15 * 60 };

/**
 * An open session is not enough: the password is required. A member without one first sets it with an emailed code.
 * Returns the hash that matched, which the change checks again in its transaction (`lockAccount`).
 */
export async function provePassword(
  ctx: Pick<Context, "db">,
  { member, typed, pointer, now }: { member: MemberRow; typed: string; pointer: string; now: Date },
): Promise<{ passwordHash: string } | Refusal> {
  if (typed === "") return refuseFields({ pointer, code: "required" });
  const key = `own-password:${member.id}`;
  const excess = await consumeAttempt(ctx, key, attemptLimit, now);
  if (excess) return excess;
  const passwordHash = await passwordHashOf(ctx, member.id);
  const isTheirs = await matchesPassword(typed, passwordHash, networksOfMember(member.id));
  if (!isTheirs || passwordHash === null) return refuseFields({ pointer, code: "password_wrong" });
  await resetAttempts(ctx, [key]);
  return { passwordHash };
}
