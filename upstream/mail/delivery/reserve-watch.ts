import type { Context } from "../../context.ts";
import { gasAccounts } from "../../ledger/gas.ts";
import { pricePair } from "../../orders/quotes/priced-pair.ts";
import { recordEmail } from "../../outbox/queue-email.ts";
import { emailTexts, fill } from "../email-texts.ts";
import { layOut } from "../layout.ts";
import { deliverEmail, queuedEmail } from "./deliver-email.ts";
import type { Mailer } from "./mailer.ts";

/**
 * Emails the operator when a reserve no longer covers the smallest order, or an account that pays network fees lasts for
 * few transfers only; once a day per asset or account while that lasts.
 */
export async function watchReserves(ctx: Context, post: Mailer): Promise<void> {
  const to = post.operatorEmail;
  if (to === undefined) return;
  const now = ctx.clock.now();
  const { pairs } = await ctx.market.snapshot();
  const offers = [...pairs.values()].map((pair) => pricePair(pair, ctx.rates, now));
  const low = offers.filter(({ pair, status }) => status === "reserve_low" || pair.to.shortfall > 0n);
  const { reserve, gas } = emailTexts.en.operator;
  for (const asset of new Set(low.map(({ pair }) => pair.to.id))) {
    await sendWarning(ctx, post, { about: `reserve:${asset}`, texts: reserve, values: { asset }, to, now });
  }
  for (const { rail, asset, transfers } of await gasAccounts(ctx.db.orm, ctx.rails)) {
    if (transfers >= BigInt(ctx.env.GAS_LOW_TRANSFERS)) continue;
    const values = { rail, asset, transfers: transfers.toString() };
    await sendWarning(ctx, post, { about: `gas:${rail}:${asset}`, texts: gas, values, to, now });
  }
}

type Warning = {
  about: string;
  texts: { subject: string; lead: string };
  values: Record<string, string>;
  to: string;
  now: Date;
};

async function sendWarning(ctx: Context, post: Mailer, { about, texts, values, to, now }: Warning): Promise<void> {
  const id = `${about}:${now.toISOString().slice(0, 10)}`;
  await recordEmail(ctx.db.orm, { id, kind: "operator_reserve", cause: "desk", language: "en", to, now });
  const due = await queuedEmail(ctx, id);
  if (!due) return;
  const title = fill(texts.subject, values);
  const subject = `${post.sender.brand}: ${title}`;
  const parts = {
    language: "en",
    brand: post.sender.brand,
    issuer: null,
    title,
    lead: fill(texts.lead, values),
  } as const;
  const body = layOut({ ...parts, remarks: [], choices: null, rows: [], button: null, closing: [] });
  await deliverEmail(ctx, post, due, { subject, ...body }, { subject, ...body });
}
