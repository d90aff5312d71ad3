import type { Tx } from "../../db/database.ts";
import type { Context } from "../../ports/context.ts";
import { isRefusal } from "../../shared/rules/refusal.ts";
import type { SavedAddressRow } from "../effects/account-writes.ts";
import { applyEffect } from "../effects/apply-effect.ts";
import type { MemberRow } from "../sign-in/sessions.ts";

/** The origin of history entries that are a part of a freeze: the entry of the freeze itself has the caller's address. */
const freezeOrigin = { address: null, network: "freeze", client: null };

/**
 * Deletes the addresses of a frozen account that are younger than a report looks back, since somebody else may have saved
 * them; the owner saves them again. In the transaction of the freeze, under the member's lock. Returns them.
 */
export async function dropYoungAddresses(
  tx: Tx,
  ctx: Pick<Context, "ids" | "jobs" | "policy">,
  member: MemberRow,
  now: Date,
): Promise<SavedAddressRow[]> {
  const since = new Date(now.getTime() - ctx.policy.withdrawals.freezeLookBackSeconds * 1000);
  const request = { member, proof: { kind: "freeze" }, change: { since }, method: null, now } as const;
  const dropped = await applyEffect(tx, ctx, "addresses_dropped", { ...request, origin: freezeOrigin });
  return dropped === null || isRefusal(dropped) ? [] : dropped.result;
}
