import { and, eq } from "drizzle-orm";
import type { Context } from "../../context.ts";
import { letter } from "../../db/schema/index.ts";
import { offerOf } from "../../orders/quotes/priced-pair.ts";
import { fill, letterWords } from "../email-texts.ts";
import { layOut } from "../layout.ts";
import type { Post } from "./mailer.ts";

/** E-mails the operator when a reserve no longer covers the smallest order; once a day per asset while that lasts. */
export async function watchReserves(ctx: Context, post: Post): Promise<void> {
  const to = post.operatorEmail;
  if (to === undefined) return;
  const now = ctx.clock.now();
  const { pairs } = await ctx.market.snapshot();
  const offers = [...pairs.values()].map((pair) => offerOf(pair, ctx.rates, now));
  const low = offers.filter(({ pair, status }) => status === "reserve_low" || pair.to.shortfall > 0n);
  for (const asset of new Set(low.map(({ pair }) => pair.to.id))) await tell(ctx, post, { asset, to, now });
}

async function tell(
  ctx: Context,
  post: Post,
  { asset, to, now }: { asset: string; to: string; now: Date },
): Promise<void> {
  const id = `reserve:${asset}:${now.toISOString().slice(0, 10)}`;
  const row = { id, kind: "operator_reserve", language: "en", to, createdAt: now, status: "queued" } as const;
  await ctx.db.orm.insert(letter).values(row).onConflictDoNothing();
  const [due] = await ctx.db.orm
    .select()
    .from(letter)
    .where(and(eq(letter.id, id), eq(letter.status, "queued")));
  if (!due) return;
  const words = letterWords.en.operator.reserve;
  const title = fill(words.subject, { asset });
  const subject = `${post.sender.brand}: ${title}`;
  const parts = { language: "en", brand: post.sender.brand, title, lead: fill(words.lead, { asset }) } as const;
  const body = layOut({ ...parts, remarks: [], choices: null, rows: [], button: null, closing: [] });
  await post.transport.deliver({ ...row, at: due.createdAt, subject, ...body });
  await ctx.db.orm
    .update(letter)
    .set({ status: "sent", sentAt: now, subject, ...body })
    .where(eq(letter.id, id));
}
