import { type OrderWorld, worldAssets } from "./order-world.ts";
import { posted } from "./reference-ledger.ts";

/**
 * What must lie at deposit addresses, from payments and sweeps alone: what has arrived and was not taken back, less what
 * was swept and did not have to come back. Never less than nothing.
 */
export function depositFaults({ ledger, payments }: OrderWorld): string[] {
  return Object.values(worldAssets).flatMap(({ id, payoutRail, depositRails }) => {
    const [hot, deposits] = [`assets:${payoutRail}:${id}`, `assets:${payoutRail}_deposits:${id}`];
    const moved = (debit: string, credit: string) =>
      sumOf(ledger.transfers.filter((transfer) => transfer.debit === debit && transfer.credit === credit));
    const arrived = payments.filter(
      ({ asset, rail, status }) => asset === id && rail === payoutRail && status === "final",
    );
    const expected = !depositRails.includes(payoutRail)
      ? 0n
      : sumOf(arrived) - moved(hot, deposits) + moved(deposits, hot);
    const there = posted(ledger, deposits);
    if (there < 0n) return [`${deposits} is below zero`];
    return there === expected ? [] : [`${there} ${id} at deposit addresses, ${expected} expected`];
  });
}

const sumOf = (rows: readonly { amount: bigint }[]) => rows.reduce((sum, { amount }) => sum + amount, 0n);
