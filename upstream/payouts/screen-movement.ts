import type { Tx } from "../db/database.ts";
import type { GuardFacts } from "../db/sql/guard-statements.ts";
import { identityPartyOf } from "../identity/identity-party.ts";
import type { Context } from "../ports/context.ts";
import { hitsOn, type ScreenContext, screen } from "../screening/screen.ts";
import type { Movement } from "./movement.ts";

/**
 * Whether the recipient of a movement, or who has asked for it, may be a listed party. Undecided hits hold whatever
 * was approved; a confirmed one lets go only what a second person has approved after it.
 */
export async function isListedMovement(
  ctx: ScreenContext & Pick<Context, "env">,
  tx: Tx,
  { id, account, orderRef }: Movement,
  { party, customer, lists, isApproved }: Pick<GuardFacts, "party" | "customer" | "lists"> & { isApproved: boolean },
): Promise<boolean> {
  // The guard asks the blocklist by itself, and a second person's approval answers it.
  const standing = { blocks: [], lists };
  if (lists.length === 0) return false;
  const answers = orderRef === null ? { names: [], birth: null, others: [] } : await identityPartyOf(ctx, tx, orderRef);
  const compared = {
    ...{ ...party, accounts: [...(party.accounts ?? []), account], names: [...(party.names ?? []), ...answers.names] },
    ...{ birth: answers.birth, others: answers.others },
  };
  const isNobodys = customer.memberId === null && customer.email === null;
  const who = isNobodys ? { memberId: null, email: account } : customer;
  const screened = { kind: "movement", id, occasion: "payout", party: compared, customer: who } as const;
  const { open, confirmed } = await screen(ctx, tx, screened, standing);
  // A party of the order may be another than who is paid: its money is not sent back on one person's word.
  const ofOrder = orderRef === null ? 0 : (await hitsOn(tx, "order", orderRef)).confirmed;
  return open > 0 || (confirmed + ofOrder > 0 && !isApproved);
}
