import { and, eq } from "drizzle-orm";
import type { Context } from "../../context.ts";
import { emailMessage } from "../../db/schema/index.ts";
import { pricePair } from "../../orders/quotes/priced-pair.ts";
import { emailTexts, fill } from "../email-texts.ts";
import { layOut } from "../layout.ts";
import type { Mailer } from "./mailer.ts";

/** E-mails the operator when a reserve no longer covers the smallest order; once a day per asset while that lasts. */
export async function watchReserves(ctx: Context, post: Mailer): Promise<void> {
  const to = post.operatorEmail;
  if (to === undefined) return;
  const now = ctx.clock.now();
  const { pairs } = await ctx.market.snapshot();
  const offers = [...pairs.values()].map((pair) => pricePair(pair, ctx.rates, now));
  const low = offers.filter(({ pair, status }) => status === "reserve_low" || pair.to.shortfall > 0n);
  for (const asset of new Set(low.map(({ pair }) => pair.to.id))) await sendWarning(ctx, post, { asset, to, now });
}

async function sendWarning(
  ctx: Context,
  post: Mailer,
  { asset, to, now }: { asset: string; to: string; now: Date },
): Promise<void> {
  const id = `reserve:${asset}:${now.toISOString().slice(0, 10)}`;
  const row = { id, kind: "operator_reserve", language: "en", to, createdAt: now, status: "queued" } as const;
  await ctx.db.orm.insert(emailMessage).values(row).onConflictDoNothing();
  const [due] = await ctx.db.orm
    .select()
    .from(emailMessage)
    .where(and(eq(emailMessage.id, id), eq(emailMessage.status, "queued")));
  if (!due) return;
  const texts = emailTexts.en.operator.reserve;
  const title = fill(texts.subject, { asset });
  const subject = `${post.sender.brand}: ${title}`;
  const parts = {
    language: "en",
    brand: post.sender.brand,
    issuer: null,
    title,
    lead: fill(texts.lead, { asset }),
  } as const;
  const body = layOut({ ...parts, remarks: [], choices: null, rows: [], button: null, closing: [] });
  await post.transport.deliver({ ...row, at: due.createdAt, subject, ...body });
  await ctx.db.orm
    .update(emailMessage)
    .set({ status: post.transport.result, sentAt: now, subject, ...body })
    .where(eq(emailMessage.id, id));
}
