import { takeRoom } from "../../db/unproven/room.ts";
import type { Context } from "../../ports/context.ts";
import type { Refusal } from "../../shared/rules/refusal.ts";
import { type AccountEmail, queueAccountEmail } from "../account-emails.ts";
import { memberByEmail } from "../members.ts";
import { isKnownOrigin, noMember } from "../security/history.ts";
import { type CodeRequest, checkCodeLimits, type EmailCode, issueCode } from "./email-codes.ts";

/**
 * Issues a code and queues its email, in the language of the address's owner if it has an account. `emailFor` selects the
 * email an address with and without an account gets; both take the same work. Refuses more codes than an hour allows.
 */
export async function sendCode(
  ctx: Pick<Context, "db" | "env" | "ids" | "jobs">,
  request: CodeRequest,
  emailFor: (hasAccount: boolean) => Pick<AccountEmail, "kind" | "isDecoy">,
): Promise<EmailCode | Refusal> {
  const excess = await checkCodeLimits(ctx, request);
  if (excess) return excess;
  const full = await takeRoom(ctx, "codes", { address: request.origin.address, now: request.now });
  if (full) return full;
  const { email, now } = request;
  // Asked for from a network of the member: a flood from elsewhere must not hold it back.
  const account = await memberByEmail(ctx.db.orm, email);
  const isKnown = await isKnownOrigin(ctx, account?.member.id ?? noMember, request.origin, now);
  const code = await ctx.db.transaction(async (tx) => {
    const owner = await memberByEmail(tx, email);
    const issued = await issueCode(tx, ctx, request);
    const language = owner?.member.locale ?? request.language;
    const about = { about: issued.id, to: email, language, now, ...(isKnown && { cause: "unproven" as const }) };
    await queueAccountEmail(tx, ctx, { ...emailFor(owner !== undefined), ...about });
    return issued;
  });
  ctx.jobs.wakeWorkers();
  return code;
}
