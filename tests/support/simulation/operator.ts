import { eq } from "drizzle-orm";
import type { OrderStatus } from "../../../contract/order/order-states.ts";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import { order } from "../../../upstream/db/schema/orders.ts";
import { book } from "../../../upstream/ledger/book.ts";
import { available } from "../../../upstream/ledger/read.ts";
import { accounts } from "../../../upstream/ledger/rules/booking.ts";
import { recordAudit } from "../../../upstream/operator/audit.ts";
import { applyEvent } from "../../../upstream/orders/apply-event.ts";
import type { OrderEvent } from "../../../upstream/orders/rules/order-event.ts";
import type { Context } from "../../../upstream/ports/context.ts";
import { isRefusal } from "../../../upstream/shared/rules/refusal.ts";
import type { Books } from "./books.ts";
import type { Chance } from "./chance.ts";
import type { DestinationModel } from "./destination-model.ts";
import type { OutgoingRail } from "./outgoing-rail.ts";
import { addressOf } from "./wallet-addresses.ts";

export type OpenOrder = { ref: string; status: OrderStatus; holdReason: string | null; disputeFlag: string | null };
type Desk = {
  ctx: Context;
  luck: Chance;
  books: Books;
  outgoing: OutgoingRail;
  destinations: Pick<DestinationModel, "namedByOperator">;
};

/** The simulated operator: resolves what waits, and manages the reserve. */
export async function resolveOrder(desk: Desk, openOrder: OpenOrder): Promise<void> {
  const { luck } = desk;
  const { ref, status, holdReason } = openOrder;
  const note = "simulated";
  if (status === "refund_pending") {
    const event: OrderEvent = luck.percent(8)
      ? { name: "operator_close", note }
      : { name: "operator_refund", account: accountFor(ref, luck), note };
    return decide(desk, ref, event);
  }
  if (status !== "on_hold") return;
  if (holdReason === "payout_error" && luck.percent(40)) return payByHand(desk, ref);
  const event = luck.weighed<OrderEvent>([
    [50, { name: "operator_release", note }],
    [30, { name: "operator_refund", account: luck.percent(50) ? null : accountFor(ref, luck), note }],
    [10, { name: "operator_close", note }],
  ]);
  await decide(desk, ref, event);
}

async function decide({ ctx, destinations }: Desk, ref: string, event: OrderEvent): Promise<void> {
  await applyEvent(ctx, ref, event, { operator: "sim", reason: "simulated" });
  if (event.name === "operator_refund" && event.account !== null) destinations.namedByOperator(ref, event.account);
}

/** One that no other order uses. */
const accountFor = (ref: string, luck: Chance) =>
  addressOf(luck.pick(["usdt-trc20", "usdt-erc20", "btc", "ltc"]), `back of ${ref}`);

/** Puts an active order on hold for a check. */
export async function stop({ ctx, luck }: Desk, ref: string): Promise<void> {
  const reason = luck.pick([
    "manual_review",
    "aml_check",
    "kyc_required",
    "sender_mismatch",
    "new_user_delay",
  ] as const);
  await applyEvent(
    ctx,
    ref,
    { name: "operator_hold", reason, note: "simulated" },
    { operator: "sim", reason: "simulated" },
  );
}

/** A careful operator: pays only what no rail is sending, and records what was sent. */
async function payByHand({ ctx, books, outgoing }: Desk, ref: string): Promise<void> {
  if (!outgoing.isQuiet(ref)) return;
  const read = async () => (await ctx.db.orm.select().from(order).where(eq(order.ref, ref)))[0];
  const before = await read();
  const event = {
    name: "operator_complete_payout",
    txId: `hand-${before?.version}`,
    networkFee: null,
    note: "simulated",
  } as const;
  const answer = await applyEvent(ctx, ref, event, { operator: "sim", reason: "simulated" });
  const after = await read();
  if (isRefusal(answer) || !before || !after) return;
  const rail = ctx.rails.payoutFor(after.toAsset).id;
  books.enter({ rail, asset: after.toAsset }, ref, "payout", before.sent - after.sent);
}

/** Funds the reserve, or withdraws most of it. */
export async function adjustReserve({ ctx, luck, books }: Desk, asset: string, isGenerous: boolean): Promise<void> {
  const row = (await ctx.market.snapshot()).assets.find(({ id }) => id === asset);
  if (!row) throw new Error(`There is no ${asset}`);
  const free = await available(ctx.db.orm, accounts.reserve(asset));
  const isPutIn = isGenerous || luck.percent(60);
  const amount = isPutIn ? fundingAmount(asset, row.decimals) : (free * BigInt(luck.between(50, 100))) / 100n;
  if (amount <= 0n) return;
  const rail = ctx.rails.payoutFor(asset).id;
  const [railAccount, reserve] = [accounts.rail(rail, asset), accounts.reserve(asset)];
  const [debit, credit] = isPutIn ? [railAccount, reserve] : [reserve, railAccount];
  const code = isPutIn ? "funding" : "profit_taken";
  const id = ctx.ids.newId("res");
  const booked = await ctx.db.transaction(async (tx) => {
    const details = { amount: formatDecimal(amount, row.decimals), transfer: id };
    const entry = { action: code, subject: asset, reason: "simulated", details };
    const answer = await book(tx, [{ do: "post", id, debit, credit, asset, amount, code }], ctx.clock.now());
    if (!isRefusal(answer)) await recordAudit(ctx, tx, { name: "sim" }, entry);
    return answer;
  });
  if (isRefusal(booked)) return;
  books.enter({ rail, asset }, null, code, isPutIn ? amount : -amount);
  ctx.market.changed();
}

/** About twenty large orders. */
function fundingAmount(asset: string, decimals: number): bigint {
  const whole: Record<string, bigint> = { btc: 1n, eth: 20n, ltc: 400n };
  return (whole[asset] ?? 30_000n) * 10n ** BigInt(decimals);
}
