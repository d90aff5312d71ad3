import { and, eq, inArray, ne, sql } from "drizzle-orm";
import { evmTransaction } from "../../../../db/schema/evm-payouts.ts";
import type { PayoutParts } from "../payout-parts.ts";
import { minedReceipts } from "../read-payout.ts";
import type { SignerRefusal } from "../signer-client.ts";

/** How often one address may be topped up for one sweep: the network's price may rise while the coin is on its way. */
const mostTopUps = 5;

/** The signer's name of a top-up: the movement's own for the first, with a number for those that followed a rise of fees. */
const topUpId = (movementId: string, number: number) => (number === 1 ? movementId : `${movementId}:${number}`);

/** The names under which the signer may have signed something for a sweep. */
export const namesOfSweep = (movementId: string): string[] =>
  Array.from({ length: mostTopUps }, (_, at) => topUpId(movementId, at + 1));

/** The sweep for which the signer has signed something under this name; another movement's name is its own. */
export const sweepOfName = (name: string): string => name.replace(/:\d+$/, "");

/** The signer's refusal, or what stands in the way: `under_way`: one is signed and not mined. */
type TopUpOutcome = "signed" | "under_way" | "too_many" | SignerRefusal;

/**
 * Sends `amount` wei from the gas account to a deposit address, for one sweep. At most one at a time; a repeated call after a
 * crash finds what was signed, since the signer's list was read before.
 */
export async function topUp(
  rail: PayoutParts,
  { movementId, deposit, amount, maxFee }: { movementId: string; deposit: number; amount: bigint; maxFee: bigint },
): Promise<TopUpOutcome> {
  const { desk, network, signer } = rail;
  const names = namesOfSweep(movementId);
  const signed = await desk.db.orm
    .select()
    .from(evmTransaction)
    .where(
      and(
        ...[inArray(evmTransaction.movementId, names), eq(evmTransaction.step, sql`'topup'`)],
        eq(evmTransaction.deposit, deposit),
      ),
    );
  const receipts = await minedReceipts(rail, signed);
  const used = names.filter((name) => signed.some(({ movementId: of }) => of === name));
  const isMined = (name: string) => signed.some(({ movementId: of, tx }) => of === name && receipts.has(tx));
  if (!used.every(isMined)) return "under_way";
  const name = names[used.length];
  if (name === undefined) return "too_many";
  const to = network.key.deposit(deposit).checksummed;
  const fields = { id: name, step: "topup", asset: network.native, to, deposit } as const;
  return signer.sign({ ...fields, amount: amount.toString(), maxFee: maxFee.toString() });
}

/** Deposit addresses of which another sweep has signed something that is not over: their coin is not free. */
export async function busyDeposits(
  { desk }: Pick<PayoutParts, "desk">,
  movementId: string,
  deposits: readonly number[],
): Promise<ReadonlySet<number>> {
  if (deposits.length === 0) return new Set();
  const rows = await desk.db.orm
    .selectDistinct({ name: evmTransaction.movementId, deposit: evmTransaction.deposit })
    .from(evmTransaction)
    .where(
      and(
        ...[eq(evmTransaction.isFinal, false), ne(evmTransaction.step, sql`'payout'`)],
        inArray(evmTransaction.deposit, [...deposits]),
      ),
    );
  const ofOthers = rows.filter(({ name }) => sweepOfName(name) !== movementId);
  return new Set(ofOthers.flatMap(({ deposit }) => deposit ?? []));
}
