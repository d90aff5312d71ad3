import type { Orm } from "../../db/database.ts";
import type { Context } from "../../ports/context.ts";
import { identityOfOrder } from "./identity-record.ts";
import { namesIn } from "./rules/read-identity.ts";

/** What the answers for an order add to what is compared with lists. `others`: owners of wallets, who have no date of birth here. */
export type IdentityParty = { names: readonly string[]; birth: string | null; others: readonly string[] };

export async function identityPartyOf(
  ctx: { env: Pick<Context["env"], "ACCOUNT_SECRETS"> },
  reader: Pick<Orm, "select">,
  orderRef: string,
): Promise<IdentityParty> {
  const answers = (await identityOfOrder(ctx, reader, orderRef))?.answers ?? {};
  const { customerNames, others } = namesIn(answers);
  return { names: customerNames, birth: answers.birth_date ?? null, others };
}
