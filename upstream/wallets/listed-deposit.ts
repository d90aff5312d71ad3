import type { Tx } from "../db/database.ts";
import { partyOfMember } from "../screening/blocks/blocks.ts";
import { markAsHolding } from "../screening/provider/questions.ts";
import { type ScreenContext, screen } from "../screening/screen.ts";
import type { DepositRow } from "./deposit-row.ts";

/**
 * Whether who sent a deposit, or the member whose wallet it would be credited to, may be a party who must not be served, also
 * because the provider has not answered yet.
 */
export async function isListedDeposit(
  ctx: ScreenContext,
  tx: Tx,
  { id, memberId, sender }: DepositRow,
): Promise<boolean> {
  const owner = memberId === null ? {} : await partyOfMember(tx, memberId);
  const { open, confirmed, waiting } = await screen(ctx, tx, {
    ...{ kind: "deposit", id, occasion: "credit", party: { ...owner, accounts: [sender] } },
    ...{ answersOf: { orderRef: null, memberId }, customer: { memberId, email: sender } },
  });
  if (waiting > 0) await markAsHolding(tx, "deposit", id);
  return open + confirmed + waiting > 0;
}
