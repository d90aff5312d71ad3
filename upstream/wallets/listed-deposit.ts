import { partyOfMember } from "../blocks/blocks.ts";
import type { Tx } from "../db/database.ts";
import { type ScreenContext, screen } from "../screening/screen.ts";
import type { DepositRow } from "./deposit-row.ts";

/**
 * Whether who sent a deposit, or the member whose wallet it would be credited to, may be a party who must not be served.
 * `sender`: its address, where the rail knows it.
 */
export async function isListedDeposit(
  ctx: ScreenContext,
  tx: Tx,
  { id, memberId }: DepositRow,
  sender: string | null,
): Promise<boolean> {
  const owner = memberId === null ? {} : await partyOfMember(tx, memberId);
  const { open, confirmed } = await screen(ctx, tx, {
    ...{ kind: "deposit", id, occasion: "credit", party: { ...owner, accounts: [sender] } },
    customer: { memberId, email: sender },
  });
  return open + confirmed > 0;
}
