import { asc, eq } from "drizzle-orm";
import type { Tx } from "../db/database.ts";
import { wallet } from "../db/schema/wallets.ts";
import { accounts, type Booking } from "../ledger/rules/booking.ts";
import { type Refusal, refuse, refuseFields } from "../shared/rules/refusal.ts";
import { closingMoney } from "./closing-money.ts";
import { bookAll } from "./credit-deposit.ts";

/** `isGivenUp`: the member gives up what no withdrawal can take out. */
type Closing = { memberId: string; isGivenUp: boolean; now: Date };

/**
 * Deletes a member's wallets when the account is closed. Refuses with `account_in_use` while there is money that can leave
 * one, is on its way out or coming in, or a debt; and asks for consent where money would be given up, which is then kept
 * as unclaimed, as is what arrives later.
 */
export async function closeWallets(tx: Tx, { memberId, isGivenUp, now }: Closing): Promise<Refusal | undefined> {
  await tx.select().from(wallet).where(eq(wallet.memberId, memberId)).orderBy(asc(wallet.asset)).for("update");
  const { obstacles, leftovers } = await closingMoney(tx, memberId, now);
  if (obstacles.length > 0) return refuse("account_in_use");
  if (leftovers.length > 0 && !isGivenUp) return refuseFields({ pointer: "/give_up_leftovers", code: "must_accept" });
  const inWallets = leftovers.filter(({ kind }) => kind === "below_withdrawal");
  await bookAll(
    tx,
    inWallets.map(({ asset, amount }) => givenUp(memberId, asset, amount)),
    now,
  );
  await tx.delete(wallet).where(eq(wallet.memberId, memberId));
  return undefined;
}

/** Not ours: it stays a liability, which an operator can pay to a former member who asks for it. */
function givenUp(memberId: string, asset: string, amount: bigint): Booking {
  const [debit, credit] = [accounts.member(memberId, asset), accounts.unclaimed(asset)];
  return { do: "post", id: `closing:${memberId}:${asset}`, debit, credit, asset, amount, code: "given_up" };
}
