import { and, eq } from "drizzle-orm";
import type { Lang } from "../../../contract/values/languages.ts";
import { accountFreeze, asset, securityEvent } from "../../db/schema/index.ts";
import { amountText, momentText } from "../../mail/figures.ts";
import type { Context } from "../../ports/context.ts";
import { frozenMoney, sentMoney } from "../../withdrawals/freeze/frozen-money.ts";

export type FreezeRows = { frozenUntil?: string; returned?: string; held?: string; left?: string };

/** What the email about a freeze lists: what its page lists too. `entry`: of the history, by which the freeze began. */
export async function freezeRows(
  ctx: Pick<Context, "db" | "policy">,
  entry: string,
  language: Lang,
): Promise<FreezeRows & { days: number }> {
  const { freezeLookBackSeconds } = ctx.policy.withdrawals;
  const days = Math.round(freezeLookBackSeconds / 86_400);
  const begun = and(eq(accountFreeze.memberId, securityEvent.memberId), eq(accountFreeze.startedAt, securityEvent.at));
  const [freezeRow] = await ctx.db.orm
    .select({ freeze: accountFreeze })
    .from(securityEvent)
    .innerJoin(accountFreeze, begun)
    .where(eq(securityEvent.id, entry));
  const freeze = freezeRow?.freeze;
  if (!freeze) return { days };
  const assets = await ctx.db.orm.select().from(asset);
  const list = (rows: readonly { asset: string; amount: bigint; account: string }[]) =>
    rows.flatMap((row) => {
      const of = assets.find(({ id }) => id === row.asset);
      return of ? [`${amountText(row.amount, of, language)} → ${row.account}`] : [];
    });
  const stopped = await frozenMoney(ctx.db.orm, freeze);
  const since = new Date(freeze.startedAt.getTime() - freezeLookBackSeconds * 1000);
  const { recent } = await sentMoney(ctx.db.orm, freeze, since);
  const named = (name: keyof FreezeRows, lines: string[]) => (lines.length > 0 ? { [name]: lines.join("; ") } : {});
  return {
    days,
    frozenUntil: momentText(freeze.until, language),
    ...named("returned", list(stopped.filter(({ state }) => state === "returned" || state === "returning"))),
    ...named("held", list(stopped.filter(({ state }) => state === "held"))),
    ...named("left", list(recent)),
  };
}
