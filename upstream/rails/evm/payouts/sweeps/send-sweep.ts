import { inArray } from "drizzle-orm";
import { evmSkippedPart, evmTransaction } from "../../../../db/schema/evm-payouts.ts";
import type { Preparation, RailMovement } from "../../../../ports/payout-rail.ts";
import { RailUnavailable } from "../../../../ports/rail.ts";
import { currentFee, gasOf } from "../fees.ts";
import { followSigner } from "../follow-signer.ts";
import type { PayoutParts } from "../payout-parts.ts";
import { signedOf } from "../signed-of.ts";
import type { SignerRefusal } from "../signer-client.ts";
import { isUnsigned, type PartState, type SweepState, sweepState } from "./sweep-state.ts";
import { busyDeposits, namesOfSweep, topUp } from "./top-ups.ts";

/** Units of gas of a transfer of the coin: a top-up. */
const topUpGas = 21_000n;

/**
 * Looks whether the gas account can pay for the top-ups of all addresses, and whether the signer would sign the first of them.
 * It signs nothing. Throws `RailUnavailable`.
 */
export async function prepareSweep(rail: PayoutParts, movement: RailMovement): Promise<Preparation> {
  await followSigner(rail);
  const maxFee = await currentFee(rail);
  if (maxFee === null) return { state: "wait", reason: "network_fee_above_cap" };
  const state = await sweepState(rail, movement.id);
  if (!state) return { state: "refused", reason: "sweep_without_addresses" };
  const parts = state.parts.filter(isUnsigned);
  const lacking = await lackingCoins(rail, movement, parts, maxFee);
  const needed = lacking.reduce((sum, { amount }) => sum + amount + topUpGas * maxFee, 0n);
  const missing = needed === 0n ? null : await missingAtGasAccount(rail, needed);
  if (missing) return { state: "wait", reason: missing };
  const [first] = lacking;
  const deposit = first?.part.deposit;
  if (first && deposit != null) {
    const to = rail.network.key.deposit(deposit).checksummed;
    const amounts = { amount: first.amount.toString(), maxFee: maxFee.toString() };
    const fields = { id: movement.id, step: "topup", asset: rail.network.native, to, deposit } as const;
    const refusal = await rail.signer.check({ ...fields, ...amounts });
    if (refusal) return { state: "wait", reason: `signer_${refusal.refused}` };
  }
  return { state: "prepared", plan: JSON.stringify({ maxFee: maxFee.toString() }) };
}

/**
 * Takes each address as far as it can go now: a top-up where it lacks the coin, its transfer once that is there. What was signed
 * is never signed again under another name, so a crash between two steps repeats nothing. Throws `RailUnavailable`.
 */
export async function broadcastSweep(rail: PayoutParts, movement: RailMovement): Promise<void> {
  await followSigner(rail);
  await sendTakenBack(rail, movement);
  const maxFee = await currentFee(rail);
  const state = await sweepState(rail, movement.id);
  if (maxFee === null || !state) return;
  const unsigned = state.parts.filter(isUnsigned);
  const deposits = unsigned.flatMap(({ deposit }) => deposit ?? []);
  const busy = await busyDeposits(rail, movement.id, deposits);
  const free = unsigned.filter(({ deposit }) => deposit !== null && !busy.has(deposit));
  const balances = await balancesOf(rail, free);
  try {
    for (const [at, part] of free.entries()) await step(rail, movement, part, { balance: balances[at] ?? 0n, maxFee });
  } finally {
    await followSigner(rail);
    await sendNew(rail, movement, state);
  }
}

type Funds = { balance: bigint; maxFee: bigint };

/** The next step of one address. */
async function step(rail: PayoutParts, movement: RailMovement, part: PartState, funds: Funds): Promise<void> {
  const { network, node } = rail;
  const { deposit } = part;
  if (deposit === null) return;
  const gas = gasOf(network, movement.asset);
  if (movement.asset === network.native) {
    // The coin pays its own transfer.
    const sendable = funds.balance - gas * funds.maxFee;
    const amount = sendable < part.amount ? sendable : part.amount;
    if (amount <= 0n) return skip(rail, movement, deposit, "holds_less_than_its_fee");
    return signTransfer(rail, movement, deposit, { amount, maxFee: funds.maxFee });
  }
  // A rise of the price since the top-up needs no second one while what is there is enough to be mined.
  const offered = funds.balance / gas;
  const maxFee = offered < funds.maxFee ? offered : funds.maxFee;
  if (maxFee >= funds.maxFee || (part.topUps.length > 0 && maxFee * 8n >= (await node.baseFee()) * 9n))
    return signTransfer(rail, movement, deposit, { amount: part.amount, maxFee });
  const amount = gas * funds.maxFee - funds.balance;
  const asked = { movementId: movement.id, deposit, amount, maxFee: funds.maxFee };
  const topUpResult = await topUp(rail, asked);
  if (topUpResult === "signed" || topUpResult === "under_way") return;
  if (topUpResult === "too_many") return skip(rail, movement, deposit, "too_many_top_ups");
  await refusedBySigner(rail, movement, deposit, topUpResult);
}

async function signTransfer(
  rail: PayoutParts,
  { id, asset }: RailMovement,
  deposit: number,
  { amount, maxFee }: { amount: bigint; maxFee: bigint },
): Promise<void> {
  const fields = { id, step: "sweep", asset, to: rail.network.key.hot.checksummed, deposit } as const;
  const signed = await rail.signer.sign({ ...fields, amount: amount.toString(), maxFee: maxFee.toString() });
  if (signed !== "signed") await refusedBySigner(rail, { id }, deposit, signed);
}

/** Of two processes the second finds what the first has let the signer sign. */
const signedMeanwhile: readonly SignerRefusal["refused"][] = ["id_taken", "bump_too_small", "too_many_versions"];

/** A signer that is stopped stops all; what it refuses for one address ends that address, and the next sweep tries again. */
async function refusedBySigner(
  rail: PayoutParts,
  movement: Pick<RailMovement, "id">,
  deposit: number,
  { refused, reason }: SignerRefusal,
): Promise<void> {
  if (signedMeanwhile.includes(refused)) return;
  if (refused === "stopped") throw new RailUnavailable(`The signer signs nothing: ${reason}`);
  await skip(rail, movement, deposit, `signer_${refused}`);
}

async function skip(
  { desk }: PayoutParts,
  { id: movementId }: Pick<RailMovement, "id">,
  deposit: number,
  reason: string,
) {
  await desk.db.orm
    .insert(evmSkippedPart)
    .values({ movementId, deposit, reason, at: desk.clock.now() })
    .onConflictDoNothing();
}

/** What each address lacks of the coin for its transfer; none of the coin itself, which pays for itself. */
async function lackingCoins(rail: PayoutParts, { asset }: RailMovement, parts: readonly PartState[], maxFee: bigint) {
  if (asset === rail.network.native) return [];
  const balances = await balancesOf(rail, parts);
  const needed = gasOf(rail.network, asset) * maxFee;
  return parts.flatMap((part, at) => {
    const amount = needed - (balances[at] ?? 0n);
    return amount > 0n ? [{ part, amount }] : [];
  });
}

const balancesOf = ({ node, network }: PayoutParts, parts: readonly PartState[]) =>
  node.coinBalances(
    parts.flatMap(({ deposit }) => (deposit === null ? [] : [network.key.deposit(deposit).checksummed])),
  );

/** What the gas account lacks, beside what is signed and not mined. */
async function missingAtGasAccount(
  { desk, network, node }: PayoutParts,
  needed: bigint,
): Promise<"gas_account_used_elsewhere" | "gas_account_low" | null> {
  const sender = network.key.gas.checksummed;
  const { coin, sent } = await node.balancesOf(sender, null);
  const { nonces, unmined } = await signedOf({ desk }, sender, sent);
  if (sent > nonces) return "gas_account_used_elsewhere";
  const reserved = unmined.reduce((sum, { gas, maxFee, amount }) => sum + gas * maxFee + amount, 0n);
  return coin < needed + reserved ? "gas_account_low" : null;
}

/** Transactions of this sweep that are signed and that the database did not have before. */
async function sendNew({ desk, node }: PayoutParts, { id }: RailMovement, before: SweepState): Promise<void> {
  const signedBefore = new Set(
    before.parts.flatMap(({ transfers, topUps }) => [...transfers, ...topUps].map(({ tx }) => tx)),
  );
  const signed = await desk.db.orm
    .select()
    .from(evmTransaction)
    .where(inArray(evmTransaction.movementId, namesOfSweep(id)))
    .orderBy(evmTransaction.sender, evmTransaction.nonce, evmTransaction.seq);
  for (const { tx, bytes } of signed) if (!signedBefore.has(tx)) await node.send(bytes);
}

/** What the network has taken back is not final any more: the task goes on with it. */
async function sendTakenBack(rail: PayoutParts, { id }: RailMovement): Promise<void> {
  const state = await sweepState(rail, id);
  if (!state) return;
  const signed = state.parts.flatMap(({ transfers, topUps }) => [...transfers, ...topUps]);
  const minedNonces = new Set(signed.filter(({ tx }) => state.receipts.has(tx)).map(nonceOf));
  const gone = signed.filter((version) => version.isFinal && !minedNonces.has(nonceOf(version)));
  if (gone.length === 0) return;
  const names = gone.map(({ tx }) => tx);
  await rail.desk.db.orm.update(evmTransaction).set({ isFinal: false }).where(inArray(evmTransaction.tx, names));
  for (const { bytes } of gone) await rail.node.send(bytes);
}

const nonceOf = ({ sender, nonce }: { sender: string; nonce: number }) => `${sender} ${nonce}`;
