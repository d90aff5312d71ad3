import type { TypedIdentity } from "../../../contract/order/identity.ts";
import type { FieldError } from "../../../contract/values/problem.ts";
import type { Tx } from "../../db/database.ts";
import { unpayableDestinations } from "../../payouts/own-addresses/own-addresses.ts";
import type { MarketPair } from "../../ports/market.ts";
import { blockRefusal, partyOfOrder } from "../../screening/blocks/blocks.ts";
import { answerIdentity } from "../../screening/identity/answer-identity.ts";
import {
  askedFields,
  type DetailAccounts,
  readDetails,
  type TypedDetails,
} from "../../shared/rules/fields/asked-fields.ts";
import { isRefusal, type Refusal, refuseFields } from "../../shared/rules/refusal.ts";
import type { OrderRow } from "../order-facts-query.ts";
import { emailProofOf } from "../prove-order-email.ts";
import { changeDraft, type DraftContext } from "./change-draft.ts";
import { payoutFeeColumns } from "./choose-wallet.ts";
import { promoColumnsFor } from "./promo-on-draft.ts";

/**
 * Stores payout, payer and refund details and the email of a draft; may be repeated. Resets consent, because it was
 * given for the old details.
 */
export async function setDetails(
  ctx: DraftContext,
  ref: string,
  { identity, ...typed }: TypedDetails & { identity?: Partial<TypedIdentity> | null | undefined },
  now: Date,
  /** The address of the session's member; null without a session. */
  memberEmail: string | null = null,
): Promise<OrderRow | Refusal> {
  const market = await ctx.market.snapshot();
  return changeDraft(ctx, ref, market, now, async (row, tx) => {
    const pair = market.pairs.get(row.pairId);
    if (!pair) throw new Error(`Order ${ref} has a pair that no longer exists: ${row.pairId}`);
    const details = readDetails(askedFields(pair.from, pair.to), typed, pair);
    const unpayable = await unpayableAmong(ctx, tx, pair, "errors" in details ? details.accounts : details);
    if ("errors" in details) return refuseFields(...details.errors, ...unpayable);
    if (unpayable.length > 0) return refuseFields(...unpayable);
    const answered = await answerIdentity(ctx, tx, { row: { ...row, ...details }, pair }, identity ?? {});
    if (isRefusal(answered)) return answered;
    const party = await partyOfOrder(tx, { ...row, ...details });
    const named = { ...party, names: [...(party.names ?? []), ...answered.names] };
    const customer = { party: named, answersOf: { orderRef: null, memberId: row.ownerId } };
    const blocked = await blockRefusal(ctx, tx, customer, now);
    if (blocked) return blocked;
    const fee = payoutFeeColumns(ctx, row, pair, details.payoutToWallet);
    const quote = await promoColumnsFor(ctx, { tx, pair, now }, { ...row, ...fee, email: details.email });
    await answered.save(tx);
    const emailProof = emailProofOf(row, details.email, memberEmail);
    return { ...details, emailProof, ...fee, ...quote, termsVersion: null, acceptedRules: null, acceptedAt: null };
  });
}

function unpayableAmong(
  ctx: DraftContext,
  tx: Tx,
  { from, to }: Pick<MarketPair, "from" | "to">,
  { payinAccount, payoutAccount, refundAccount }: DetailAccounts,
): Promise<FieldError[]> {
  return unpayableDestinations(ctx, tx, [
    // An invoice that goes to ourselves is paid by nobody.
    { pointer: "/payin/account", network: null, account: payinAccount },
    { pointer: "/payout/account", network: to.network, account: payoutAccount },
    { pointer: "/refund/account", network: from.network, account: refundAccount },
  ]);
}
