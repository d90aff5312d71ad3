import type { Context } from "../../context.ts";
import { type Refusal, refuseFields } from "../../domain/refusal.ts";
import { type Allowance, forgetTries, takeTry } from "../sign-in/attempts.ts";
import type { MemberRow } from "../sign-in/sessions.ts";
import { isPassword, passwordHashOf } from "./passwords.ts";

const allowance: Allowance = { tries: 10, seconds: 15 * 60 };

/**
 * An open session is not enough: the password is required. A member without one first sets it with an e-mailed code.
 */
export async function provePassword(
  ctx: Pick<Context, "db">,
  { member, typed, pointer, now }: { member: MemberRow; typed: string; pointer: string; now: Date },
): Promise<Refusal | undefined> {
  if (typed === "") return refuseFields({ pointer, code: "required" });
  const key = `own-password:${member.id}`;
  const excess = await takeTry(ctx, key, allowance, now);
  if (excess) return excess;
  if (!(await isPassword(typed, await passwordHashOf(ctx, member.id)))) {
    return refuseFields({ pointer, code: "password_wrong" });
  }
  await forgetTries(ctx, [key]);
  return undefined;
}
