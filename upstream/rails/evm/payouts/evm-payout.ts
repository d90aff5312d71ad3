import { eq } from "drizzle-orm";
import { z } from "zod/v4";
import { amountText, type SignRequestBody } from "../../../../signer/protocol/sign-request.ts";
import { evmTransaction } from "../../../db/schema/evm-payouts.ts";
import type { PayoutRail, Preparation, RailMovement } from "../../../ports/payout-rail.ts";
import { RailUnavailable } from "../../../ports/rail.ts";
import type { EvmNetwork } from "../settings.ts";
import { evmRail } from "../source.ts";
import { currentFee, feeOfHour, gasOf, sweepGasOf } from "./fees.ts";
import { followSigner } from "./follow-signer.ts";
import type { PayoutParts } from "./payout-parts.ts";
import { readPayout } from "./read-payout.ts";
import { signedOf } from "./signed-of.ts";
import { readSweep } from "./sweeps/read-sweep.ts";
import { broadcastSweep, prepareSweep } from "./sweeps/send-sweep.ts";
import { sweepState } from "./sweeps/sweep-state.ts";

/** The fee that the payout was prepared with, so that a repeated broadcast asks the signer for the same transaction. */
const plan = z.object({ maxFee: amountText });

/**
 * Payouts in one asset from the hot account. `prepare` looks for coins, gas and the signer's consent and signs nothing: what is
 * signed has a nonce, and would block everything behind it while it is held. `broadcast` signs and sends. What is sent again,
 * and what gets dearer, is the task's work (`keep-sending.ts`).
 * Sweeps have several steps (`sweeps/`).
 */
export function evmPayout(parts: PayoutParts, asset: string): PayoutRail {
  const { network, fees } = parts;
  return {
    id: evmRail,
    gas: { asset: network.native, amount: gasOf(network, asset) * fees.cap },
    sweepGas: {
      asset: network.native,
      amount: sweepGasOf(network, asset) * fees.cap,
      from: sweepPayer(network, asset),
    },
    async gasNow(reader) {
      const fee = await feeOfHour(reader, parts);
      const transfer = gasOf(network, asset) * fee;
      return { charged: transfer, transfer, sweep: sweepGasOf(network, asset) * fee };
    },
    hotAddress: network.key.hot.checksummed,
    withinMinutes: null,
    prepare: (movement) => prepare(parts, movement),
    broadcast: (movement, text) => broadcast(parts, movement, text),
    async read({ id }) {
      const sweep = await sweepState(parts, id);
      return sweep ? readSweep(parts, sweep) : readPayout(parts, id);
    },
  };
}

async function prepare(parts: PayoutParts, movement: RailMovement): Promise<Preparation> {
  if (movement.kind === "sweep") return prepareSweep(parts, movement);
  // Nothing is let go while the list is not the one that was read, and what is under way counts below.
  await followSigner(parts);
  const maxFee = await currentFee(parts);
  if (maxFee === null) return { state: "wait", reason: "network_fee_above_cap" };
  const missing = await missingMoney(parts, movement, maxFee);
  if (missing) return { state: "wait", reason: missing };
  const refusal = await parts.signer.check(await requestOf(parts, movement, maxFee));
  if (!refusal) return { state: "prepared", plan: JSON.stringify({ maxFee: maxFee.toString() }) };
  return { state: refusal.isFinal ? "refused" : "wait", reason: `signer_${refusal.refused}` };
}

async function broadcast(parts: PayoutParts, movement: RailMovement, text: string): Promise<void> {
  if (movement.kind === "sweep") return broadcastSweep(parts, movement);
  const { maxFee } = plan.parse(JSON.parse(text));
  // A list that was replaced must not sign.
  await followSigner(parts);
  const signed = await parts.signer.sign(await requestOf(parts, movement, maxFee));
  if (signed !== "signed")
    throw new RailUnavailable(`The signer refuses ${movement.id}: ${signed.refused}. ${signed.reason}`);
  await followSigner(parts);
  const ofMovement = eq(evmTransaction.movementId, movement.id);
  const versions = await parts.desk.db.orm.select().from(evmTransaction).where(ofMovement);
  for (const { bytes } of versions) await parts.node.send(bytes);
  // What the network has taken back is not final any more: the task goes on with it.
  await parts.desk.db.orm.update(evmTransaction).set({ isFinal: false }).where(ofMovement);
}

/** What the hot account lacks, beside what is signed and not mined. */
async function missingMoney(
  { desk, network, node }: PayoutParts,
  { asset, amount }: RailMovement,
  maxFee: bigint,
): Promise<"hot_account_used_elsewhere" | "hot_balance_low" | "gas_low" | null> {
  const token = network.tokens.get(asset) ?? null;
  const hot = network.key.hot.checksummed;
  const balances = await node.balancesOf(hot, token);
  const { nonces, unmined } = await signedOf({ desk }, hot, balances.sent);
  if (balances.sent > nonces) return "hot_account_used_elsewhere";
  const openFees = unmined.reduce((sum, { gas, maxFee: fee }) => sum + gas * fee, 0n);
  const openOf = (name: string) =>
    unmined.filter((version) => version.asset === name).reduce((sum, version) => sum + version.amount, 0n);
  const gas = openFees + openOf(network.native) + gasOf(network, asset) * maxFee;
  if (token === null) return balances.coin < gas + amount ? "hot_balance_low" : null;
  if ((balances.token ?? 0n) < openOf(asset) + amount) return "hot_balance_low";
  return balances.coin < gas ? "gas_low" : null;
}

async function requestOf(parts: PayoutParts, movement: RailMovement, maxFee: bigint): Promise<SignRequestBody> {
  const { id, asset, account, amount } = movement;
  const [confirmed, approvals, byOperator] = await Promise.all([
    parts.confirmed(movement),
    parts.approvals(movement),
    parts.isOperatorsWord(movement),
  ]);
  const destination = confirmed && { ...confirmed, amount: confirmed.amount?.toString() ?? null };
  const fields = { id, step: "payout", asset, to: account, approvals, byOperator } as const;
  return { ...fields, amount: amount.toString(), maxFee: maxFee.toString(), ...(destination && { destination }) };
}

const sweepPayer = ({ native }: EvmNetwork, asset: string) => (asset === native ? "address" : "gas");
