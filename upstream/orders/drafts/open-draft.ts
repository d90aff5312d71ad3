import type { AskedField } from "../../../contract/order/asked-field.ts";
import type { Lang } from "../../../contract/values/languages.ts";
import type { FieldError } from "../../../contract/values/problem.ts";
import { type TypedTouch, touchOfLink, touchOfMember, touchOfPromo } from "../../affiliates/find-touch.ts";
import { recordReferrals } from "../../affiliates/record-referral.ts";
import { type Attribution, attribute } from "../../affiliates/rules/attribution.ts";
import type { Tx } from "../../db/database.ts";
import { order, orderEvent } from "../../db/schema/orders.ts";
import { takeRoom } from "../../db/unproven/room.ts";
import { limitError, promoError } from "../../market/rules/limits.ts";
import type { Context } from "../../ports/context.ts";
import { blockRefusal, partyOfMember } from "../../screening/blocks/blocks.ts";
import { askedFields } from "../../shared/rules/fields/asked-fields.ts";
import { isRefusal, type Refusal, refuse, refuseFields } from "../../shared/rules/refusal.ts";
import { loyaltyOf } from "../loyalty/loyalty-status.ts";
import type { OrderRow } from "../order-facts-query.ts";
import { isCovered, type PricedRequest, priceRequest, priceSource, type QuoteRequest } from "../quotes/quote.ts";
import type { DraftContext } from "./change-draft.ts";
import { quoteColumns } from "./quote-columns.ts";

/** Who opens the draft; `ownerId` is the signed-in member. `clientAddress` is for limits and audit only. */
export type DraftOwner = {
  language: Lang;
  partner: TypedTouch | null;
  clientAddress: string | null;
  ownerId: string | null;
};

export type OpenedDraft = { row: OrderRow; fields: AskedField[]; rules: string[] };

/**
 * Creates a draft with a quote. It reserves nothing. Refuses what no quote is given for, amounts outside the limits, a
 * promo code that does not apply, more than the reserve could pay, whom an operator has blocked, and a guest where guests have left
 * too much already.
 */
export async function openDraft(
  ctx: DraftContext,
  request: QuoteRequest,
  owner: DraftOwner,
  now: Date,
): Promise<OpenedDraft | Refusal> {
  const loyalty = await loyaltyOf(ctx, ctx.db.orm, owner.ownerId, now);
  const priced = await priceRequest(await priceSource(ctx), { ...request, loyalty, memberId: owner.ownerId }, now);
  if (isRefusal(priced)) return priced;
  const errors = requestErrors(priced, request);
  if (errors.length > 0) return refuseFields(...errors);
  if (!isCovered(priced)) return refuse("reserve_insufficient");

  const { ownerId, clientAddress: address } = owner;
  const party = ownerId === null ? {} : await partyOfMember(ctx.db.orm, ownerId);
  const customer = { party: { ...party, address }, answersOf: { orderRef: null, memberId: ownerId } };
  const blocked = await blockRefusal(ctx, ctx.db.orm, customer, now);
  if (blocked) return blocked;
  const touches = [
    await touchOfMember(ctx, ctx.db.orm, ownerId),
    await touchOfLink(ctx, ctx.db.orm, owner.partner, now),
    await touchOfPromo(ctx, ctx.db.orm, priced.promo, now),
  ];
  const referrals = attribute(touches, { ownerId, now });

  const full = ownerId === null ? await takeRoom(ctx, "drafts", { address, now }) : undefined;
  if (full) return full;

  const { pair } = priced;
  const quoted = quoteColumns(priced, ctx.ids, ctx.policy.quoteTtlSeconds);
  const draft = {
    ...blank,
    ...quoted,
    pairId: pair.row.id,
    fromAsset: pair.from.id,
    toAsset: pair.to.id,
    side: request.side,
    language: owner.language,
    partner: referrals[0]?.code ?? null,
    clientAddress: owner.clientAddress,
    ownerId: owner.ownerId,
    createdAt: now,
    updatedAt: now,
    checkedAt: now,
  };
  const row = await ctx.db.transaction((tx) => insertDraft(tx, ctx, draft, referrals, now));
  return { row, fields: askedFields(pair.from, pair.to), rules: pair.row.rules };
}

function requestErrors(priced: PricedRequest, request: QuoteRequest): FieldError[] {
  const decimals = request.side === "from" ? priced.pair.from.decimals : priced.pair.to.decimals;
  const limit = limitError("/amount", priced.price, decimals);
  const promo = priced.promoRefused;
  return [...(limit ? [limit] : []), ...(promo ? [promoError("/promo", promo.reason, promo.minFrom)] : [])];
}

/** Random order numbers of 50 bits collide very rarely; a collision takes another number. */
async function insertDraft(
  tx: Tx,
  ctx: Pick<Context, "ids">,
  draft: Omit<typeof order.$inferInsert, "ref">,
  referrals: readonly Attribution[],
  now: Date,
): Promise<OrderRow> {
  for (;;) {
    const ref = ctx.ids.newRef();
    const [row] = await tx
      .insert(order)
      .values({ ...draft, ref })
      .onConflictDoNothing({ target: order.ref })
      .returning();
    if (!row) continue;
    const opened = { event: "opened", fromStatus: null, toStatus: row.status, by: "client", at: now } as const;
    await tx.insert(orderEvent).values({ ...opened, id: ctx.ids.newId("ev"), orderRef: ref, version: row.version });
    await recordReferrals(tx, ctx, ref, referrals, now);
    return row;
  }
}

const blank = {
  status: "draft",
  condition: "none",
  version: 1,
  received: 0n,
  sent: 0n,
  payoutExtra: {},
} as const;
