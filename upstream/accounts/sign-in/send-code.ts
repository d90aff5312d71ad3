import type { Context } from "../../context.ts";
import type { Refusal } from "../../domain/refusal.ts";
import { type AccountEmail, queueAccountEmail } from "../account-emails.ts";
import { memberByEmail } from "../members.ts";
import { type CodeRequest, checkCodeLimits, type EmailCode, issueCode } from "./email-codes.ts";

/**
 * Issues a code and queues its e-mail, in the language of the address's owner if it has an account. `emailFor` selects the
 * e-mail an address with and without an account gets; both take the same work. Refuses more codes than an hour allows.
 */
export async function sendCode(
  ctx: Pick<Context, "db" | "ids" | "jobs">,
  request: CodeRequest,
  emailFor: (hasAccount: boolean) => Pick<AccountEmail, "kind" | "isDecoy">,
): Promise<EmailCode | Refusal> {
  const excess = await checkCodeLimits(ctx, request);
  if (excess) return excess;
  const { email, now } = request;
  const code = await ctx.db.transaction(async (tx) => {
    const owner = await memberByEmail(tx, email);
    const issued = await issueCode(tx, ctx, request);
    const language = owner?.member.locale ?? request.language;
    await queueAccountEmail(tx, ctx, { ...emailFor(owner !== undefined), about: issued.id, to: email, language, now });
    return issued;
  });
  ctx.jobs.wakeWorkers();
  return code;
}
