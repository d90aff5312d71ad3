import type { Tx } from "../../db/database.ts";
import type { Context } from "../../ports/context.ts";
import type { MemberRow } from "../sign-in/sessions.ts";
import { applyEffect } from "./apply-effect.ts";

/** What a part of a freeze has no address of its own for: the freeze has its own entry in the history. */
export const freezeOrigin = { address: null, network: "freeze", client: null };

/** Nothing may leave the member's wallets until then; a freeze that ends later stays. Under the member's lock. */
export async function freezeWithdrawals(
  tx: Tx,
  ctx: Pick<Context, "ids" | "jobs" | "policy">,
  member: MemberRow,
  until: Date,
  now: Date,
): Promise<void> {
  const request = { member, proof: { kind: "freeze" }, change: { until }, method: null, origin: freezeOrigin } as const;
  await applyEffect(tx, ctx, "withdrawals_frozen", { ...request, now });
}
