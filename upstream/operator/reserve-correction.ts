import { and, eq, sql } from "drizzle-orm";
import { formatDecimal, parseDecimal } from "../../contract/values/decimal.ts";
import type { Tx } from "../db/database.ts";
import { account, deposit, payment } from "../db/schema/index.ts";
import { placeAccount } from "../ledger/rules/booking.ts";
import { postedOf } from "../ledger/state.ts";
import type { Context } from "../ports/context.ts";
import { type Operator, type Outcome, refused } from "./command.ts";
import {
  type BookingSides,
  bookAndAudit,
  type ReserveLocation,
  type ReserveMove,
  reserveLocationOf,
} from "./reserve-booking.ts";
import { distance, secondLook } from "./second-look.ts";

/** Whether transfers being sent, and payments that are not final, were in the counted amount. */
type Counted = { sending?: "counted" | "gone" | undefined; arriving?: "counted" | "missing" | undefined };

/**
 * Books the difference between a counted balance and the ledger's: a surplus is ours, a deficit a forced loss. The
 * ledger's balance depends on whether what is on its way was counted; it is asked for while something is.
 */
export async function correctReserve(ctx: Context, operator: Operator, args: ReserveMove & Counted): Promise<Outcome> {
  const location = await reserveLocationOf(ctx, args);
  if (typeof location === "string") return refused(location);
  const counted = parseDecimal(args.amount.trim(), location.decimals);
  if (typeof counted === "string") return refused(`${args.amount} is not an amount of ${args.asset}.`);
  const outcome = await ctx.db.transaction(async (tx) => {
    const balance = await balanceAt(ctx, tx, args.asset, location);
    const question = openQuestion(balance, args, counted, (minor) => shownAmount(minor, location, args.asset));
    if (question !== null) return refused(question);
    const expected = expectedOf(balance, args);
    const difference = counted - expected;
    if (difference === 0n) return refused("The ledger has the same amount: nothing to correct.");
    const band = ctx.env.OPERATOR_BANDS.correction;
    const { isBeyond, text } = distance(expected, counted, band);
    const textOf = (minor: bigint) => shownAmount(minor, location, args.asset);
    const concern = `${textOf(counted)} is ${text} from the ${textOf(expected)} in the ledger; the band is ${band} %.`;
    const override = secondLook(args.anyway, [isBeyond ? concern : null]);
    const booking = {
      ...sidesOf(location, difference),
      id: ctx.ids.newId("res"),
      asset: args.asset,
      code: "adjustment",
    } as const;
    const amount = difference > 0n ? difference : -difference;
    return bookAndAudit(ctx, tx, operator, location, { ...booking, amount }, { reason: args.reason, override });
  });
  ctx.market.changed();
  return outcome;
}

/** What the ledger has at a rail, minor units: `leaving` is being sent, `coming` was seen and is not booked yet. */
type Balance = { posted: bigint; leaving: bigint; coming: bigint };

async function balanceAt(ctx: Context, tx: Tx, asset: string, { sides }: ReserveLocation): Promise<Balance> {
  const [row] = await tx.select().from(account).where(eq(account.id, sides.rail)).for("update");
  const seen = await tx
    .select({ amount: payment.amount, rail: payment.rail })
    .from(payment)
    .where(and(eq(payment.asset, asset), eq(payment.status, "seen")));
  const ofWallets = await tx
    .select({ amount: deposit.amount, rail: deposit.rail })
    .from(deposit)
    .where(and(eq(deposit.asset, asset), eq(deposit.status, sql`'pending'`)));
  const sweeping = ctx.rails.payoutsOf(asset).filter(({ hotAddress }) => hotAddress !== null);
  const placeOfRail = (rail: string) => (sweeping.some(({ id }) => id === rail) ? "deposits" : "hot");
  const here = [...seen, ...ofWallets].filter(
    ({ rail }) => placeAccount(placeOfRail(rail), rail, asset) === sides.rail,
  );
  const coming = here.reduce((sum, { amount }) => sum + amount, 0n);
  return { posted: row ? postedOf(row) : 0n, leaving: row?.creditsPending ?? 0n, coming };
}

const expectedOf = ({ posted, leaving, coming }: Balance, { sending, arriving }: Counted) =>
  posted - (sending === "counted" ? 0n : leaving) + (arriving === "counted" ? coming : 0n);

/** The question that the books depend on, with the difference that each answer books; null when it is answered. */
function openQuestion(
  balance: Balance,
  answers: Counted,
  counted: bigint,
  textOf: (minor: bigint) => string,
): string | null {
  const books = (extraAnswers: Counted) => textOf(counted - expectedOf(balance, { ...answers, ...extraAnswers }));
  if (balance.leaving > 0n && answers.sending === undefined) {
    return (
      `${textOf(balance.leaving)} are being sent from this rail. Were they still in the amount you counted? ` +
      `--sending counted books ${books({ sending: "counted" })}, --sending gone books ${books({ sending: "gone" })}. ` +
      "If only a part was, wait until they are sent."
    );
  }
  if (balance.coming > 0n && answers.arriving === undefined) {
    return (
      `${textOf(balance.coming)} are coming in at this rail and not final. Were they in the amount you counted? ` +
      `--arriving counted books ${books({ arriving: "counted" })}, --arriving missing books ${books({ arriving: "missing" })}.`
    );
  }
  return null;
}

const shownAmount = (minor: bigint, { decimals }: ReserveLocation, asset: string) =>
  `${formatDecimal(minor, decimals)} ${asset}`;

function sidesOf({ sides: { rail, reserve } }: ReserveLocation, difference: bigint): BookingSides {
  return difference > 0n
    ? { do: "post", debit: rail, credit: reserve }
    : { do: "forced", debit: reserve, credit: rail };
}
