import { and, eq, lt } from "drizzle-orm";
import type { SignedTransaction } from "../../../../signer/protocol/answers.ts";
import { signedAtOnce } from "../../../../signer/protocol/answers.ts";
import type { Tx } from "../../../db/database.ts";
import { evmSigner, evmTransaction } from "../../../db/schema/evm-payouts.ts";
import { RailUnavailable } from "../../../ports/rail.ts";
import { evmRail } from "../source.ts";
import { signerFault } from "./check-signer-assets.ts";
import type { PayoutParts } from "./payout-parts.ts";

/** The head of a list that nothing was read of. */
const nothingRead = { seq: 0, head: "" };

/**
 * Reads on in the signer's list to its end, and stores every transaction with the head in one database transaction. Throws
 * `RailUnavailable` where the signer is away, where its settings do not fit, and where its list is not the one that was read before:
 * it was replaced by an older one or by another, so that it would use nonces again. Nothing may be signed then.
 */
export async function followSigner(parts: PayoutParts): Promise<void> {
  // Each time, since it may have been started again with other settings.
  const fault = signerFault(parts.network, await parts.signer.assets());
  if (fault !== null) return stop(parts, fault);
  for (;;) {
    const { db } = parts.desk;
    const [remembered = nothingRead] = await db.orm.select().from(evmSigner).where(eq(evmSigner.rail, evmRail));
    const { before, signed } = await parts.signer.signedAfter(remembered.seq);
    if (before === null)
      return stop(parts, `The signer's list ends before its line ${remembered.seq}, which was read.`);
    if (remembered.head !== "" && before !== remembered.head)
      return stop(parts, `Line ${remembered.seq} of the signer's list is not the one that was read.`);
    const { hot, gas } = parts.network.key;
    const foreign = signed.find(
      ({ step, from }) =>
        (step === "payout" && from !== hot.checksummed) || (step === "topup" && from !== gas.checksummed),
    );
    if (foreign) return stop(parts, `The signer sends from ${foreign.from}, which is not an account of EVM_XPUB.`);
    const newest = signed.at(-1);
    const head = newest ? { seq: newest.seq, head: newest.line } : { seq: remembered.seq, head: before };
    await db.transaction((tx) => store(parts, tx, signed, head));
    if (signed.length < signedAtOnce) return;
  }
}

async function store(
  { desk }: PayoutParts,
  tx: Tx,
  signed: readonly SignedTransaction[],
  head: { seq: number; head: string },
): Promise<void> {
  const recordedAt = desk.clock.now();
  const rows = signed.map(({ id, from, to, at: _at, tip: _tip, ...signedFields }) => {
    return { ...signedFields, movementId: id, sender: from, recipient: to, recordedAt };
  });
  if (rows.length > 0) await tx.insert(evmTransaction).values(rows).onConflictDoNothing();
  const inserted = { rail: evmRail, ...head, stopped: null };
  await tx.insert(evmSigner).values(inserted).onConflictDoNothing();
  // Another process may have read further.
  const isFurther = and(eq(evmSigner.rail, evmRail), lt(evmSigner.seq, head.seq));
  await tx.update(evmSigner).set(head).where(isFurther);
  await tx.update(evmSigner).set({ stopped: null }).where(eq(evmSigner.rail, evmRail));
}

async function stop({ desk }: PayoutParts, stopped: string): Promise<never> {
  const first = { rail: evmRail, ...nothingRead, stopped };
  await desk.db.orm.insert(evmSigner).values(first).onConflictDoUpdate({ target: evmSigner.rail, set: { stopped } });
  throw new RailUnavailable(stopped);
}
