import type { Tx } from "../db/database.ts";
import type { GuardFacts } from "../db/sql/guard-statements.ts";
import type { Party } from "../screening/blocks/rules/block-keys.ts";
import { withAnswers } from "../screening/identity/identity-party.ts";
import { providerOf } from "../screening/provider/questions.ts";
import { type ScreenContext, screen } from "../screening/screen.ts";
import type { Movement } from "./movement.ts";

/** Why a comparison holds a movement: a person has to look, or the provider has not answered and it goes on by itself. */
export type ScreeningObstacle = "screening" | "screening_answer";

/**
 * The party of a movement: its customer as the guard has read them, with the declared names, which are decrypted only where
 * anything is compared with names.
 */
export async function partyOfMovement(
  ctx: Pick<ScreenContext, "env">,
  tx: Tx,
  { orderRef }: Pick<Movement, "orderRef">,
  { party, customer, lists, hasNames }: Pick<GuardFacts, "party" | "customer" | "lists" | "hasNames">,
): Promise<Party> {
  if (lists.length === 0 && !hasNames && providerOf(ctx.env) === null) return party;
  return withAnswers(ctx, tx, party, { orderRef, memberId: customer.memberId });
}

/**
 * Whether the recipient of a movement, or who has asked for it, may be a listed party. Undecided hits hold whatever
 * was approved; a confirmed one, also one of the order or deposit that the money is of, lets go only what a second person has approved after it. Null where nothing holds it. `party`: as
 * `partyOfMovement` has read it.
 */
export async function screeningObstacle(
  ctx: ScreenContext,
  tx: Tx,
  { id, account }: Movement,
  { party, customer, lists, isApproved }: Pick<GuardFacts, "party" | "customer" | "lists"> & { isApproved: boolean },
): Promise<ScreeningObstacle | null> {
  // The guard asks the blocklist by itself, and a second person's approval answers it.
  const listsOfGuard = { blocks: [], lists, hasNames: false };
  if (lists.length === 0 && providerOf(ctx.env) === null) return null;
  const compared = { ...party, accounts: [...(party.accounts ?? []), account] };
  const isNobodys = customer.memberId === null && customer.email === null;
  const who = isNobodys ? { memberId: null, email: account } : customer;
  const screened = { kind: "movement", id, occasion: "payout", party: compared, customer: who } as const;
  const { open, confirmed, waiting } = await screen(ctx, tx, screened, listsOfGuard);
  if (open > 0 || (confirmed > 0 && !isApproved)) return "screening";
  return waiting > 0 ? "screening_answer" : null;
}
