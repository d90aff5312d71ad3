import type { movementKinds } from "../../orders/rules/order-facts.ts";
import type { Party } from "../../screening/blocks/rules/block-keys.ts";
import { payoutDestination } from "../schema/payout-destinations.ts";
import { type ConcerningEntry, concerning, readMakerEntry } from "./maker-entries.ts";
import { type PaymentDoubt, paymentDoubt } from "./payment-doubts.ts";
import { runSql, type SqlTarget, textsOf } from "./raw-sql.ts";
import { sendersOfOrder, sendersOfWallets, walletSendersOfOrder } from "./sender-statements.ts";

const destinations = textsOf(payoutDestination, [
  ...(["seq", "orderRef", "withdrawalId", "unclaimedPayoutId", "kind", "asset", "amount"] as const),
  ...(["account", "memo", "confirmedBy", "proof", "actor", "at"] as const),
]);

/** Placeholders 1 to 4 are those of `concerning`; `$5` is the movement's id where it is a payout of unclaimed money, `$6` its rail. */
const facts = `select
  (select coalesce(json_agg(${destinations.json} order by seq desc), '[]') from (
    select * from payout_destination where order_ref = $2
    union all select * from payout_destination where withdrawal_id = $3
    union all select * from payout_destination where unclaimed_payout_id = $5) as confirmed) as confirmed,
  exists (select 1 from payout_stop where rail in ($6, '*')) as is_stopped,
  ${paymentDoubt("$2", "$1")} as doubt,
  (select coalesce(json_agg(row_to_json(entry)), '[]') from (${concerning}) as entry) as entries,
  coalesce(
    (select json_build_object('emails', json_build_array(o.email, m.email),
        'accounts', array[o.payin_account, o.payout_account, o.refund_account] || ${sendersOfOrder("o.ref")},
        'walletSenders', ${walletSendersOfOrder("o")}, 'address', o.client_address,
        'names', json_build_array(o.payout_extra->>'full_name', m.name))
      from exchange_order o left join member m on m.id = o.owner_id where o.ref = $2),
    (select json_build_object('emails', json_build_array(m.email), 'names', json_build_array(m.name),
        'walletSenders', ${sendersOfWallets("w.member_id")}) from withdrawal w
      join member m on m.id = w.member_id where w.id = $3),
    (select json_build_object('accounts', array_append(${sendersOfOrder("u.order_ref")}, d.sender),
        'walletSenders', ${sendersOfWallets("coalesce(u.closing_id, w.member_id)")})
      from unclaimed_payout u left join deposit d on d.id = u.deposit_id left join withdrawal w on w.id = u.withdrawal_id
      where u.id = $5)) as party,
  coalesce(
    (select json_build_object('memberId', owner_id, 'email', email) from exchange_order where ref = $2),
    (select json_build_object('memberId', member_id, 'email', null) from withdrawal where id = $3)) as customer,
  (select coalesce(json_agg(json_build_object('list', list, 'date', list_date, 'import', id) order by list), '[]')
    from screening_import where replaced_at is null) as lists,
  exists (select 1 from party_block where kind = 'name' and removed_at is null) as has_names`;

type Movement = {
  id: string;
  kind: (typeof movementKinds)[number];
  rail: string;
  orderRef: string | null;
  withdrawalId: string | null;
};
/** What decides whether a movement may pass. */
export type GuardFacts = {
  /** What was confirmed for its owner, newest first. */
  confirmed: ReturnType<typeof destinations.read>[];
  /** An operator has stopped its rail, or all of them. */
  isStopped: boolean;
  /** Why it is not certain that the money of its order is ours to send; null where it is. */
  doubt: PaymentDoubt | null;
  /** What operators' words have to do with it. */
  entries: ConcerningEntry[];
  /** Its customer, as far as an operator can have blocked somebody. */
  party: Party;
  /** For whom a decision about the party counts. */
  customer: { memberId: string | null; email: string | null };
  /** Lists of parties who must not be served, in force. */
  lists: { list: string; date: string; import: string }[];
  /** Whether any name is on the blocklist. */
  hasNames: boolean;
};

/** Reads them in one statement. `since`: approved words of before are left out. */
export async function selectGuardFacts(target: SqlTarget, movement: Movement, since: Date): Promise<GuardFacts> {
  const { id, kind, rail, orderRef, withdrawalId } = movement;
  const unclaimed = kind === "unclaimed_payout" ? id : null;
  const [row] = await runSql(target, facts, [id, orderRef, withdrawalId, since, unclaimed, rail]);
  const [confirmed, entries] = [row?.confirmed as (string | null)[][], row?.entries as unknown[]];
  return {
    confirmed: confirmed.map(destinations.read),
    isStopped: row?.is_stopped === true,
    doubt: (row?.doubt ?? null) as PaymentDoubt | null,
    entries: entries.map(readMakerEntry),
    party: (row?.party ?? {}) as Party,
    customer: (row?.customer ?? { memberId: null, email: null }) as GuardFacts["customer"],
    lists: row?.lists as GuardFacts["lists"],
    hasNames: row?.has_names === true,
  };
}
