import { and, asc, eq, gt, inArray, ne, or } from "drizzle-orm";
import type { StatementCredit } from "../../../books/reconciliation/rules/statement-lines.ts";
import type { Tx } from "../../../db/database.ts";
import { evmCredit, evmFill } from "../../../db/schema/evm.ts";
import { type EvmNetwork, evmAssetOf } from "../settings.ts";
import { isUntoldCredit } from "../tell/credit-news.ts";
import type { StatementBlock } from "./statement-block.ts";

/** Rows read at once. */
const pageSize = 1000;

/** All credits of the rail's book, by their ids, without those that are gone and were never told as final. */
export async function* creditsAt(
  tx: Tx,
  network: EvmNetwork,
  block: StatementBlock,
): AsyncGenerator<readonly StatementCredit[]> {
  const matters = or(ne(evmCredit.state, "gone"), eq(evmCredit.told, "final"));
  const read = (after: string) => creditRows(tx, network, block, and(gt(evmCredit.id, after), matters));
  for (let page = await read(""); page.length > 0; page = await read(page.at(-1)?.id ?? "")) yield page;
}

export function creditsAmong(
  tx: Tx,
  network: EvmNetwork,
  block: StatementBlock,
  ids: readonly string[],
): Promise<readonly StatementCredit[]> {
  const matters = or(ne(evmCredit.state, "gone"), eq(evmCredit.told, "final"));
  return ids.length === 0
    ? Promise.resolve([])
    : creditRows(tx, network, block, and(inArray(evmCredit.id, [...ids]), matters));
}

async function creditRows(
  tx: Tx,
  network: EvmNetwork,
  block: StatementBlock,
  condition: ReturnType<typeof and>,
): Promise<StatementCredit[]> {
  const rows = await tx
    .select({ credit: evmCredit, isUntold: isUntoldCredit.mapWith(Boolean) })
    .from(evmCredit)
    .where(condition)
    .orderBy(asc(evmCredit.id))
    .limit(pageSize);
  return rows.map(({ credit: { id, token, amount, state, height, refused }, isUntold: hasNews }) => ({
    id,
    asset: evmAssetOf(network, token) ?? null,
    place: "deposits",
    amount,
    fee: 0n,
    state: state === "gone" ? "gone" : state === "final" && height <= block.height ? "included" : "later",
    // What was refused is tried again, and may be refused for ever.
    isUnderWay: hasNews && refused === null,
  }));
}

/** What came to the hot and the gas account from outside, by its ids. */
export async function* fillsAt(
  tx: Tx,
  network: EvmNetwork,
  block: StatementBlock,
): AsyncGenerator<readonly StatementCredit[]> {
  for (let after = ""; ; ) {
    const rows = await tx
      .select()
      .from(evmFill)
      .where(and(gt(evmFill.id, after), ne(evmFill.state, "gone")))
      .orderBy(asc(evmFill.id))
      .limit(pageSize);
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(({ id, account, token, amount, state, height }) => ({
      ...{ id, asset: evmAssetOf(network, token) ?? null, place: account, amount, fee: 0n, isUnderWay: false },
      state: state === "final" && height <= block.height ? "included" : "later",
    }));
    after = last.id;
  }
}
