import type { NetworkFee } from "../ledger/rules/network-fee.ts";
import { holdUnprepared } from "../payouts/hold.ts";
import type { Context } from "../ports/context.ts";
import type { OutgoingRow } from "../ports/payout-owner.ts";
import type { PartEnd } from "../ports/payout-rail.ts";
import { RailUnavailable } from "../ports/rail.ts";

/** It is certain that the transfer is not sent. What the attempt has cost all the same; `parts`: of a sweep, by address. */
export type Over = { networkFee: NetworkFee | null; parts?: readonly PartEnd[] | undefined };

/**
 * Whether a transfer is certain not to be sent; otherwise the objection. Its rail is asked in any case. One that the rail
 * does not know and that was never prepared is held, so that nothing sends it while the operator's command runs.
 */
export async function overOrWhyNot(ctx: Context, { id, asset, rail, kind }: OutgoingRow): Promise<Over | string> {
  try {
    const reading = await ctx.rails.payoutOf({ rail, asset }).read({ id, asset });
    switch (reading.state) {
      case "settled":
      case "returned":
        return `The rail ${rail} has sent this ${kind} (${reading.txId}); the order records it within ten minutes.`;
      case "unknown":
        return (await holdUnprepared(ctx, id)) ? { networkFee: null } : mayStill(rail, kind);
      case "unfinished":
      case "pending":
        return mayStill(rail, kind);
      case "reverted":
        return { networkFee: reading.networkFee, parts: reading.parts };
      case "void":
        return { networkFee: null };
    }
  } catch (error) {
    if (error instanceof RailUnavailable) return `The rail ${rail} does not answer, so it may still send this ${kind}.`;
    throw error;
  }
}

const mayStill = (rail: string, kind: string) =>
  `The rail ${rail} may still send this ${kind}: its result is not known yet.`;
