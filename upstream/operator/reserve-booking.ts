import { eq } from "drizzle-orm";
import { formatDecimal, parseAmount, parseDecimal } from "../../contract/values/decimal.ts";
import type { Context } from "../context.ts";
import type { Tx } from "../db/database.ts";
import { account, asset, transfer } from "../db/schema/index.ts";
import { accounts, type Booking, type TransferCode } from "../domain/ledger/booking.ts";
import { isRefusal } from "../domain/refusal.ts";
import { book } from "../ledger/book.ts";
import { available } from "../ledger/read.ts";
import { availableOf } from "../ledger/state.ts";
import { recordAudit } from "./audit.ts";
import { done, type Operator, type Outcome, refused } from "./command.ts";
import { knownRails } from "./known-rails.ts";

/** `rail`: defaults to the one that pays out the asset. `tx`: the same one is booked once. */
type ReserveMove = {
  asset: string;
  amount: string;
  rail?: string | undefined;
  tx?: string | undefined;
  reason: string;
};
/** The two ledger accounts of a movement of our own money. */
type Sides = { rail: string; reserve: string };
/** `forced`: it has happened already and is never refused. */
type BookingSides = { do: "post" | "forced"; debit: string; credit: string };

/** Books a movement of our own money and audits it, in the same transaction. */
export async function moveReserve(
  ctx: Context,
  operator: Operator,
  args: ReserveMove,
  code: TransferCode,
  bookingOf: (sides: Sides) => BookingSides,
): Promise<Outcome> {
  const place = await placeOf(ctx, args);
  if (typeof place === "string") return refused(place);
  const amount = parseAmount(args.amount, place.decimals);
  if (typeof amount === "string") return refused(`${args.amount} is not an amount of ${args.asset}.`);
  const id = args.tx ? `${code}:${place.rail}:${args.tx}` : ctx.ids.newId("res");
  const booking = { ...bookingOf(place.sides), id, asset: args.asset, amount, code };
  const outcome = await ctx.db.transaction(async (tx) => {
    const [known] = await tx.select({ id: transfer.id }).from(transfer).where(eq(transfer.id, id));
    return known
      ? refused(`This is already booked for ${args.tx}.`)
      : bookAndAudit(ctx, tx, operator, place, booking, args.reason);
  });
  ctx.market.changed();
  return outcome;
}

/** The counted balance wins: a surplus is ours, a deficit is booked as a forced loss. */
export async function correctReserve(ctx: Context, operator: Operator, args: ReserveMove): Promise<Outcome> {
  const place = await placeOf(ctx, args);
  if (typeof place === "string") return refused(place);
  const counted = parseDecimal(args.amount.trim(), place.decimals);
  if (typeof counted === "string") return refused(`${args.amount} is not an amount of ${args.asset}.`);
  const outcome = await ctx.db.transaction(async (tx) => {
    const [row] = await tx.select().from(account).where(eq(account.id, place.sides.rail)).for("update");
    const difference = counted - (row ? availableOf(row) : 0n);
    if (difference === 0n) return refused("The ledger has the same amount: nothing to correct.");
    const { rail, reserve } = place.sides;
    const more: BookingSides = { do: "post", debit: rail, credit: reserve };
    const less: BookingSides = { do: "forced", debit: reserve, credit: rail };
    const named = { id: ctx.ids.newId("res"), asset: args.asset, code: "adjustment" as const };
    const amount = difference > 0n ? difference : -difference;
    const booking = { ...(difference > 0n ? more : less), ...named, amount };
    return bookAndAudit(ctx, tx, operator, place, booking, args.reason);
  });
  ctx.market.changed();
  return outcome;
}

type Place = { decimals: number; rail: string; sides: Sides };

async function bookAndAudit(
  ctx: Context,
  tx: Tx,
  operator: Operator,
  { decimals, sides }: Place,
  booking: Extract<Booking, { do: "post" | "forced" }>,
  reason: string,
): Promise<Outcome> {
  const state = async () => ({
    free: formatDecimal(await available(tx, sides.reserve), decimals),
    at_rail: formatDecimal(await available(tx, sides.rail), decimals),
  });
  const before = await state();
  const { asset: id, code, debit, credit } = booking;
  if (isRefusal(await book(tx, [booking], ctx.clock.now()))) {
    return refused(`The free reserve of ${id} or the rail's balance does not cover this amount.`);
  }
  const after = await state();
  const amount = formatDecimal(booking.amount, decimals);
  const details = { before, after, amount, debit, credit, transfer: booking.id };
  await recordAudit(ctx, tx, operator, { action: code, subject: id, reason, details });
  return done(`The free reserve of ${id} is now ${after.free}; the rail holds ${after.at_rail}.`);
}

async function placeOf(ctx: Context, { asset: id, rail: typed }: ReserveMove): Promise<Place | string> {
  const [row] = await ctx.db.orm.select().from(asset).where(eq(asset.id, id));
  if (!row) return `Unknown asset: ${id}.`;
  const rails = await knownRails(ctx, id);
  const rail = typed ?? ctx.rails.payoutFor(id).id;
  if (!rails.includes(rail)) return `${id} is held at ${rails.join(", ")}, not at ${rail}.`;
  return { decimals: row.decimals, rail, sides: { rail: accounts.rail(rail, id), reserve: accounts.reserve(id) } };
}
