import type { Orm } from "../../db/database.ts";
import type { Context } from "../../ports/context.ts";
import type { Party } from "../blocks/rules/block-keys.ts";
import { identityOfMember, identityOfOrder } from "./identity-record.ts";
import { namesIn } from "./rules/read-identity.ts";

/** The order that a comparison is about, and the member whose it or the account is; null where there is none. */
export type AnswersOf = { orderRef: string | null; memberId: string | null };

/**
 * A party with its customer's declared names: those for this order, and those that its member declared for the last order that was
 * executed. This is the rule of whose names belong to an order, a deposit, a movement and an account. Of an earlier order only the
 * customer's own name counts, not the owners of the wallets it was about. What is decrypted here is compared and not kept.
 */
export async function withAnswers(
  ctx: { env: Pick<Context["env"], "ACCOUNT_SECRETS"> },
  reader: Pick<Orm, "select">,
  party: Party,
  { orderRef, memberId }: AnswersOf,
): Promise<Party> {
  const ofOrder = orderRef === null ? null : await identityOfOrder(ctx, reader, orderRef);
  // What a member has answered for the order has the name of before.
  const isMembers = memberId !== null && ofOrder?.memberId !== memberId;
  const ofMember = isMembers ? await identityOfMember(ctx, reader, { memberId, except: orderRef ?? "" }) : null;
  const person = ofOrder ?? ofMember;
  if (person === null) return party;
  const { customerNames, others } = namesIn(person.answers);
  // A guest's order may belong to another person's account now: the date of birth is that of one of the two.
  const beside = ofOrder && ofMember ? namesIn(ofMember.answers).customerNames : [];
  return {
    ...party,
    names: [...(party.names ?? []), ...customerNames],
    birth: person.answers.birth_date ?? null,
    others: [...(party.others ?? []), ...(ofOrder ? others : []), ...beside],
  };
}
