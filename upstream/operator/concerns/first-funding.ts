import { formatDecimal } from "../../../contract/values/decimal.ts";
import { railPlaceOf } from "../../books/reconciliation/rules/place-accounts.ts";
import type { RailPlace } from "../../books/reconciliation/rules/statement-lines.ts";
import type { Tx } from "../../db/database.ts";
import { posted } from "../../ledger/read.ts";
import type { Context } from "../../ports/context.ts";
import { RailUnavailable } from "../../ports/rail.ts";
import type { RailStatement } from "../../ports/rail-statement.ts";
import { heldByRails } from "./amount-concern.ts";
import { movedToday } from "./moved-today.ts";

/** Our own money that is added at `account`, an account of a rail in the ledger. */
type Funding = { account: string; asset: string; decimals: number; action: string };

/**
 * The balance of the account by the rail's own statement, minor units, where our rails held nothing of the asset a day ago: then no
 * share of what is held can say whether the amount is right, and the rail can. Null where something was held, and where the rail has no
 * statement, none of this asset, or does not answer.
 */
export async function statedBalance(
  { db, rails, clock }: Pick<Context, "db" | "rails" | "clock">,
  { account, asset, decimals, action }: Funding,
): Promise<bigint | null> {
  const fundedToday = await movedToday(db.orm, { asset, decimals, actions: [action] }, clock.now());
  if ((await heldByRails(db.orm, asset)) > fundedToday) return null;
  for (const { rail, take } of rails.statements()) {
    const place = railPlaceOf(rail, account);
    if (place && take) return balanceAt(take, place, asset);
  }
  return null;
}

async function balanceAt(take: () => Promise<RailStatement>, place: RailPlace, asset: string): Promise<bigint | null> {
  try {
    const statement = await take();
    if (!statement.assets.includes(asset)) return null;
    let balance = 0n;
    for await (const page of statement.balances())
      for (const line of page) if (line.place === place && line.asset === asset) balance += line.amount;
    return balance;
  } catch (error) {
    if (error instanceof RailUnavailable) return null;
    throw error;
  }
}

/** Asks where the books would show more at the account than the balance that the rail states. */
export async function firstFundingConcern(
  tx: Tx,
  { account, asset, decimals }: Omit<Funding, "action">,
  { amount, balance }: { amount: bigint; balance: bigint },
): Promise<string | null> {
  const booked = (await posted(tx, account)) + amount;
  if (booked <= balance) return null;
  const textOf = (minor: bigint) => `${formatDecimal(minor, decimals)} ${asset}`;
  return `The rail states a balance of ${textOf(balance)} there; with this amount the books would show ${textOf(booked)}.`;
}
