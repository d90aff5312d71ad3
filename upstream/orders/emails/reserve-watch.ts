import { gasAccounts } from "../../ledger/gas.ts";
import type { Mailer } from "../../mail/delivery/mailer.ts";
import { sendWarning } from "../../mail/delivery/operator-warning.ts";
import { emailTexts } from "../../mail/email-texts.ts";
import type { Context } from "../../ports/context.ts";
import { pricePair } from "../quotes/priced-pair.ts";

/**
 * Emails the operator when a reserve no longer covers the smallest order, or an account that pays network fees lasts for
 * few transfers only; once a day per asset or account while that lasts.
 */
export async function watchReserves(ctx: Context, mailer: Mailer): Promise<void> {
  const to = mailer.operatorEmail;
  if (to === undefined) return;
  const now = ctx.clock.now();
  const { pairs } = await ctx.market.snapshot();
  const offers = [...pairs.values()].map((pair) => pricePair(pair, ctx.rates, now));
  const low = offers.filter(({ pair, status }) => status === "reserve_low" || pair.to.shortfall > 0n);
  const kind = "operator_reserve";
  const { reserve, gas } = emailTexts.en.operator;
  for (const asset of new Set(low.map(({ pair }) => pair.to.id))) {
    await sendWarning(ctx, mailer, { kind, about: `reserve:${asset}`, texts: reserve, values: { asset }, to, now });
  }
  for (const { rail, asset, transfers } of await gasAccounts(ctx.db.orm, ctx.rails)) {
    if (transfers >= BigInt(ctx.env.GAS_LOW_TRANSFERS)) continue;
    const values = { rail, asset, transfers: transfers.toString() };
    await sendWarning(ctx, mailer, { kind, about: `gas:${rail}:${asset}`, texts: gas, values, to, now });
  }
}
