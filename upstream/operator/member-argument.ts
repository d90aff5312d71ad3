import { z } from "zod/v4";
import { memberByEmail } from "../accounts/members.ts";
import type { Context } from "../ports/context.ts";
import { type Outcome, refused } from "./command.ts";

export const memberEmailArgument = z
  .string({ error: "Enter the member's email." })
  .trim()
  .min(3, "Enter the member's email.")
  .max(254, "This email is too long.")
  .describe("the member's email");

/** The member with this email; refused where none has it. */
export async function ofMember(
  ctx: Pick<Context, "db">,
  email: string,
  run: (id: string) => Promise<Outcome>,
): Promise<Outcome> {
  const existing = await memberByEmail(ctx.db.orm, email);
  return existing ? run(existing.member.id) : refused(`No member has the email "${email}".`);
}
