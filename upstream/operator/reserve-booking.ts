import { eq, inArray } from "drizzle-orm";
import { formatDecimal, parseAmount } from "../../contract/values/decimal.ts";
import type { Tx } from "../db/database.ts";
import { account, asset, transfer } from "../db/schema/index.ts";
import { book } from "../ledger/book.ts";
import { available } from "../ledger/read.ts";
import { accounts, type Booking, type TransferCode } from "../ledger/rules/booking.ts";
import { normalTransactionId } from "../orders/rules/transaction-id.ts";
import type { Context } from "../ports/context.ts";
import { isRefusal } from "../shared/rules/refusal.ts";
import { recordAudit } from "./audit.ts";
import { done, type Operator, type Outcome, refused } from "./command.ts";
import { amountConcern } from "./concerns/amount-concern.ts";
import { firstFundingConcern, statedBalance } from "./concerns/first-funding.ts";
import { lockMovedToday, movedToday } from "./concerns/moved-today.ts";
import { payoutCashConcern } from "./concerns/payout-cash-concern.ts";
import { knownRails } from "./known-rails.ts";
import { type Override, secondLook } from "./second-look.ts";

/** `rail`: defaults to the one that pays out the asset. `tx`: the same one is booked once. */
export type ReserveMove = {
  asset: string;
  amount: string;
  rail?: string | undefined;
  tx?: string | undefined;
  reason: string;
  anyway?: "yes" | undefined;
};
/** The two ledger accounts of a movement of our own money. */
type Sides = { rail: string; reserve: string };
/** `forced`: it has happened already and is never refused. */
export type BookingSides = { do: "post" | "forced"; debit: string; credit: string };

/** The band of each kind of movement. Moving money between our rails changes no total. */
const bandOf: { [code in TransferCode]?: "amount" | "correction" } = {
  funding: "amount",
  profit_taken: "amount",
  network_fee: "correction",
  rail_fee: "correction",
};

/** Books a movement of our own money and audits it, in the same transaction. */
export async function moveReserve(
  ctx: Context,
  operator: Operator,
  args: ReserveMove,
  code: TransferCode,
  bookingOf: (sides: Sides) => BookingSides,
): Promise<Outcome> {
  const location = await reserveLocationOf(ctx, args);
  if (typeof location === "string") return refused(location);
  const amount = parseAmount(args.amount, location.decimals);
  if (typeof amount === "string") return refused(`${args.amount} is not an amount of ${args.asset}.`);
  const id = args.tx ? `${code}:${location.rail}:${normalTransactionId(location, args.tx)}` : ctx.ids.newId("res");
  const booking = { ...bookingOf(location.sides), id, asset: args.asset, amount, code };
  const funding = { account: location.sides.rail, asset: args.asset, decimals: location.decimals, action: code };
  // Asked before the transaction: a node answers it.
  const balance = code === "funding" ? await statedBalance(ctx, funding) : null;
  const outcome = await ctx.db.transaction(async (tx) => {
    await lockMovedToday(tx, args.asset);
    const [earlierTransfer] = await tx.select({ id: transfer.id }).from(transfer).where(eq(transfer.id, id));
    if (earlierTransfer) return refused(`This is already booked for ${args.tx}.`);
    const band = bandOf[code];
    const same = { asset: args.asset, decimals: location.decimals, actions: [code] };
    const earlier = band ? await movedToday(tx, same, ctx.clock.now()) : 0n;
    const sum = { asset: args.asset, decimals: location.decimals, amount, earlier };
    const ofBand = () => (band ? amountConcern(ctx, tx, sum, band) : null);
    const concern = balance === null ? await ofBand() : await firstFundingConcern(tx, funding, { amount, balance });
    const isTaken = code === "profit_taken" || code === "rebalance";
    // Two operators, or an order meanwhile, would each find the same money free.
    if (isTaken) await lockSides(tx, location.sides);
    const lacking = isTaken ? await payoutCashConcern(ctx, tx, { ...sum, rail: location.rail }) : null;
    const override = secondLook(args.anyway, [concern, lacking]);
    return bookAndAudit(ctx, tx, operator, location, booking, { reason: args.reason, override });
  });
  ctx.market.changed();
  return outcome;
}

/** In the order in which bookings lock them, so that none waits for another. */
async function lockSides(tx: Tx, { rail, reserve }: Sides): Promise<void> {
  const isSide = inArray(account.id, [rail, reserve]);
  await tx.select({ id: account.id }).from(account).where(isSide).orderBy(account.id).for("no key update");
}

export type ReserveLocation = Pick<typeof asset.$inferSelect, "decimals" | "kind" | "network"> & {
  rail: string;
  sides: Sides;
};

/** Refuses what the free reserve or the rail does not cover. */
export async function bookAndAudit(
  ctx: Context,
  tx: Tx,
  operator: Operator,
  { decimals, sides }: ReserveLocation,
  booking: Extract<Booking, { do: "post" | "forced" }>,
  { reason, override }: { reason: string; override: Override },
): Promise<Outcome> {
  const state = async () => ({
    free: formatDecimal(await available(tx, sides.reserve), decimals),
    at_rail: formatDecimal(await available(tx, sides.rail), decimals),
  });
  const before = await state();
  const { asset: id, code, debit, credit } = booking;
  const auditId = ctx.ids.newId("aud");
  if (isRefusal(await book(tx, [{ ...booking, auditId }], ctx.clock.now()))) {
    return refused(`The free reserve of ${id} or the rail's balance does not cover this amount.`);
  }
  const after = await state();
  const amount = formatDecimal(booking.amount, decimals);
  const details = { before, after, amount, debit, credit, transfer: booking.id, ...override };
  await recordAudit(ctx, tx, operator, { id: auditId, action: code, subject: id, reason, details });
  return done(`The free reserve of ${id} is now ${after.free}; the rail holds ${after.at_rail}.`);
}

/** The rail and its accounts; a sentence when the asset or the rail is unknown. */
export async function reserveLocationOf(
  ctx: Context,
  { asset: id, rail: typed }: ReserveMove,
): Promise<ReserveLocation | string> {
  const [row] = await ctx.db.orm.select().from(asset).where(eq(asset.id, id));
  if (!row) return `Unknown asset: ${id}.`;
  const rails = await knownRails(ctx, id);
  const rail = typed ?? ctx.rails.payoutRail(id);
  if (rail === undefined) return `No rail pays out ${id}: enter the rail that holds it.`;
  if (!rails.includes(rail)) return `${id} is held at ${rails.join(", ")}, not at ${rail}.`;
  return { ...row, rail, sides: { rail: accounts.rail(rail, id), reserve: accounts.reserve(id) } };
}
