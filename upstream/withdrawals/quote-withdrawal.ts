import { formatDecimal } from "../../contract/values/decimal.ts";
import { hasSecondFactor } from "../accounts/security/second-factor.ts";
import type { MemberRow } from "../accounts/sign-in/sessions.ts";
import type { Context } from "../ports/context.ts";
import { isRefusal } from "../shared/rules/refusal.ts";
import { dayLimit, limitView } from "./day-limit.ts";
import { savedForOthers } from "./destination.ts";
import { obstacleTo } from "./obstacle.ts";
import { readTerms, type TypedWithdrawal } from "./withdrawal-terms.ts";

const centDecimals = 2;
type Services = Pick<Context, "db" | "env" | "market" | "policy" | "rails" | "rates">;

/** What a withdrawal would cost, and when it could leave. Refuses what the request itself would. Writes nothing. */
export async function quoteWithdrawal(ctx: Services, member: MemberRow, typed: TypedWithdrawal, now: Date) {
  const terms = await readTerms(ctx, member, typed, now);
  if (isRefusal(terms)) return terms;
  const obstacle = await obstacleTo(ctx, ctx.db.orm, member.id, terms, now);
  if (isRefusal(obstacle)) return obstacle;
  const { amount, fee, decimals, asset, account, memo, worthUsd, isNew, usableAt } = terms;
  const textOf = (minor: bigint) => formatDecimal(minor, decimals);
  const isByApp = await hasSecondFactor(ctx.db.orm, member.id);
  return {
    ...{
      source: typed.source,
      asset,
      amount: textOf(amount),
      fee: textOf(fee),
      net: textOf(amount - fee),
      account,
      memo,
    },
    confirm_with: isByApp ? ("authenticator" as const) : ("email" as const),
    worth_usd: formatDecimal(worthUsd, centDecimals),
    is_new_address: isNew,
    known_for: await savedForOthers(ctx.db.orm, member.id, terms),
    available_at: isNew ? usableAt.toISOString() : null,
    limit: limitView(obstacle.limit ?? (await dayLimit(ctx, ctx.db.orm, member.id, now))),
  };
}
