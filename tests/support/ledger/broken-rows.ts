import { affiliateRows, brokenAffiliates } from "./broken-affiliates.ts";
import { brokenBooks } from "./broken-books.ts";
import { brokenEvm } from "./broken-evm.ts";
import { brokenIdentity, identityRows } from "./broken-identity.ts";
import { brokenMarketPrices, marketPriceRows } from "./broken-market-prices.ts";
import { brokenPaypal } from "./broken-paypal.ts";
import { brokenReconciliations } from "./broken-reconciliations.ts";
import { brokenScreening } from "./broken-screening.ts";
import { brokenStaff, staffRows } from "./broken-staff.ts";
import { brokenUnclaimed } from "./broken-unclaimed.ts";
import { brokenWithdrawals, withdrawalRow } from "./broken-withdrawals.ts";
import type { BusyBooks } from "./busy-books.ts";

/** SQL that would leave a row which the constraint of this name refuses, in `busyBooks` with `rowsOfEveryTable`. */
type BrokenRow = [constraint: string, sql: (books: BusyBooks) => string];

const always = (sql: string) => () => sql;
/** A constraint that a trigger keeps any change from: it has to hold for new rows. */
const pastIdentity = (sql: string) => () => `alter table outgoing disable trigger outgoing_identity_stays; ${sql}`;
const at = (book: keyof BusyBooks, change: string) => (books: BusyBooks) =>
  `update exchange_order set ${change} where ref = '${books[book]}'`;
/** An order's transfer. */
const transfer = (change: Record<string, string>) => (books: BusyBooks) => {
  const usual = { id: "'x'", kind: "'pending'", code: "'payout_hold'", fact: "false", order_ref: `'${books.waiting}'` };
  const row = { ...usual, ...change };
  return `insert into transfer (debit_account, credit_account, asset, amount, at, ${Object.keys(row).join(", ")})
    select 'reserve:paypal-usd', 'order:${books.waiting}:paypal-usd', 'paypal-usd', 1, now(), ${Object.values(row).join(", ")};
    set constraints all immediate`;
};

/** A pair of an asset that is not there. */
const pairWith = (column: string) => `insert into pair select (jsonb_populate_record(p,
  '{"id": "new", "slug": "new", "${column}": "doge"}')).* from pair p where id = 'btc_paypal-usd'`;

/** A confirmed destination of an order, with one column that is wrong. */
const confirmed =
  (column: string, value: string) =>
  ({ completed }: BusyBooks) => {
    const usual = { order_ref: `'${completed}'`, kind: "'payout'", asset: "'btc'", account: "'a'" };
    const row = { ...usual, confirmed_by: "'customer'", proof: "'order_link'", at: "now()", [column]: value };
    return `insert into payout_destination (${Object.keys(row).join(", ")}) values (${Object.values(row).join(", ")})`;
  };

/** What the policy has answered for a movement of a member, with columns that are wrong. */
const cleared = (change: Record<string, string>) => {
  const effect = { source: "'wallet'", destination: "'new'", caused_by: "'member'", proof: "'email_code'" };
  const usage = { member_id: "'m'", destination_key: "'d'", worth_usd: "1", limit_day: "2", limit_used: "1" };
  const answer = { usable_at: "now()", second_person: "'none'", notice: "'account'", decided_at: "now()" };
  const row = { id: "'x'", rule: "'to_new_account'", ...effect, ...usage, ...answer, ...change };
  return always(
    `insert into payout_clearance (${Object.keys(row).join(", ")}) values (${Object.values(row).join(", ")})`,
  );
};

/** A row that is there already, with other columns: whose it is cannot be updated. */
const anotherRow = (table: string, change: Record<string, string>) => {
  const columns = JSON.stringify(change);
  return `insert into ${table} select (jsonb_populate_record(r, '${columns}')).* from ${table} r limit 1`;
};
const anotherAddress = (change: Record<string, string>) =>
  anotherRow("wallet_address", { id: "wa_other", address: "other", replaced_at: "2026-01-01T00:00:00Z", ...change });
const anotherDeposit = (change: Record<string, string>) =>
  anotherRow("deposit", { id: "dp_other", rail_payment_id: "other", ...change });
/** A part of the sweep under way, at an address where nothing lies. */
const sweptFrom = (change: Record<string, string>) => {
  const usual = { sweep_id: "(select min(sweep_id) from sweep_part)", address: "'x'", amount: "1", payments: "'{}'" };
  const row = { ...usual, state: "'open'", returned: "0", ...change };
  return always(`insert into sweep_part (${Object.keys(row).join(", ")}) values (${Object.values(row).join(", ")})`);
};
/** Payments of a sweep under way in another movement of the same rail and asset. */
const anotherPart = `insert into sweep_part (sweep_id, address, amount, payments)
    select o.id, p.address, 1, p.payments from sweep_part p join outgoing m on m.id = p.sweep_id
      join outgoing o on (o.rail, o.asset) = (m.rail, m.asset) and o.id <> m.id`;
const partDay = (values: string) =>
  always(`insert into part_day (day, first_minute, part, state, working, partly, last_minute)
    values ('2026-11-21', now(), ${values})`);
const incident = (values: string) =>
  always(`insert into incident (id, title, text, started_at, updated_at, kind, ended_at, next_word_at)
    values ('x', '{}', '{}', now(), now(), ${values})`);
const blocked = (kind: string, removedBy: string) =>
  always(`insert into party_block (id, value, reason, added_by, added_at, kind, removed_by)
    values ('x', 'x', 'x', 'anna', now(), ${kind}, ${removedBy})`);

export const brokenRows: readonly BrokenRow[] = [
  ["order_outcome_outgoing_id_outgoing_id_fk", always("update order_outcome set outgoing_id = 'nothing'")],
  ["order_outcome_kind_check", always("update order_outcome set kind = 'gift', milliseconds = null, bucket = null")],
  ["order_outcome_time", always("update order_outcome set milliseconds = null where kind = 'payout'")],
  ["payout_day_sums", always("update payout_day set orders = -1")],
  ["order_day_sums", always("insert into order_day (day, holds_in_time) values ('2026-11-21', 1)")],
  ["exchange_order_status_check", at("completed", "status = 'paid'")],
  ["exchange_order_condition_check", at("completed", "condition = 'fine'")],
  ["exchange_order_email_proof_check", at("completed", "email_proof = 'promise'")],
  ["exchange_order_resting_status_check", at("completed", "resting_status = 'sending'")],
  ["exchange_order_side_check", at("completed", "side = 'both'")],
  ["exchange_order_hold_reason_check", at("held", "hold_reason = 'mood'")],
  ["exchange_order_payin_method_check", at("completed", "payin_method = 'cash'")],
  ["exchange_order_amounts", at("completed", "sent = -1")],
  ["exchange_order_price", at("completed", "service_fee = -1")],
  ["exchange_order_hold", at("held", "hold_deadline = null")],
  ["exchange_order_held", at("held", "hold_reason = null, hold_since = null, hold_deadline = null, hold_offer = null")],
  ["exchange_order_executed", at("waiting", "payin_method = null")],
  [
    "exchange_order_owner_id_member_id_fk",
    ({ completed }) => `update exchange_order set email_proof = 'link' where ref = '${completed}';
      update exchange_order set owner_id = 'us_nobody' where ref = '${completed}'`,
  ],
  ["final_order_is_empty", (books) => `${at("waiting", "status = 'cancelled'")(books)}; set constraints all immediate`],
  [
    "final_order_is_empty",
    ({
      completed,
    }) => `insert into transfer (id, kind, debit_account, credit_account, asset, amount, code, order_ref, at)
      values ('x', 'posted', 'reserve:paypal-usd', 'order:${completed}:paypal-usd', 'paypal-usd', 1, 'conversion', '${completed}', now());
      set constraints all immediate`,
  ],
  ["order_event_order_ref_exchange_order_ref_fk", always("update order_event set order_ref = 'NOBODY'")],
  ["order_event_from_status_check", always("update order_event set from_status = 'paid'")],
  ["order_event_to_status_check", always("update order_event set to_status = 'paid'")],
  ["order_event_from_hold_reason_check", always("update order_event set from_hold_reason = 'nobody'")],
  ["order_event_by_check", always(`update order_event set "by" = 'nobody'`)],
  ["order_note_order_ref_exchange_order_ref_fk", always("update order_note set order_ref = 'NOBODY'")],
  ["order_taken_order_ref_exchange_order_ref_fk", always("update order_taken set order_ref = 'NOBODY'")],
  [
    "payment_order_ref_exchange_order_ref_fk",
    always(`insert into payment select (jsonb_populate_record(p, '{"id": "x", "rail_payment_id": "x", "order_ref": "NOBODY"}')).*
      from payment p limit 1`),
  ],
  ["order_event_order_ref_exchange_order_ref_fk", ({ held }) => `delete from exchange_order where ref = '${held}'`],
  ["payment_status_check", always("update payment set status = 'paid'")],
  ["payment_on_time_check", always("update payment set on_time = 'early'")],
  ["payment_place_check", always("update payment set place = 'sofa'")],
  ["payment_amounts", always("update payment set amount = 0")],
  ["payment_final", always("update payment set final_at = null")],
  [
    "outgoing_order_ref_exchange_order_ref_fk",
    pastIdentity(
      "update outgoing set order_ref = 'NOBODY' where id = (select min(id) from outgoing where order_ref is not null)",
    ),
  ],
  ["outgoing_kind_check", pastIdentity("update outgoing set kind = 'gift', attempt = attempt + 10")],
  ["outgoing_status_check", always("update outgoing set status = 'lost' where status = 'sent'")],
  ["outgoing_owner", pastIdentity("update outgoing set kind = 'withdrawal'")],
  ["address_balance_swept", always("update address_balance set swept = -1")],
  ["sweep_part_sweep_id_outgoing_id_fk", sweptFrom({ sweep_id: "'nobody'" })],
  ["sweep_part_state_check", sweptFrom({ state: "'lost'" })],
  ["sweep_part_amount", sweptFrom({ amount: "0" })],
  ["sweep_part_gas", sweptFrom({ topped_up: "1" })],
  ["sweep_part_returned", sweptFrom({ returned: "1" })],
  ["settle_seconds_stay", at("completed", "settle_seconds = 1")],
  ["sweep_part_stays", always("update sweep_part set amount = amount + 1")],
  ["sweep_part_payment_once", always(anotherPart)],
  ["payout_guard_outgoing_id_outgoing_id_fk", always("insert into payout_guard (outgoing_id) values ('nobody')")],
  ["payout_guard_state_check", always("update payout_guard set state = 'lost'")],
  ["payout_guard_cap", always("insert into payout_guard (outgoing_id, cap_rail) values ('nobody', 'sandbox')")],
  ["payout_guard_cap_stays", always("update payout_guard set cap_amount = cap_amount + 1")],
  ["payout_guard_plan", always("update payout_guard set state = 'prepared', approved_at = now() where plan is null")],
  ["payout_guard_approval", always("update payout_guard set state = 'approved', approved_at = null")],
  ["payout_destination_kind_check", confirmed("kind", "'gift'")],
  ["payout_destination_confirmed_by_check", confirmed("confirmed_by", "'nobody'")],
  ["payout_destination_proof_check", confirmed("proof", "'hearsay'")],
  ["payout_destination_owner", confirmed("withdrawal_id", "(select min(id) from withdrawal)")],
  ["payout_destination_amount", confirmed("amount", "0")],
  ["payout_destination_actor", confirmed("actor", "'anna'")],
  ["payout_destination_order_ref_exchange_order_ref_fk", confirmed("order_ref", "'NOBODY'")],
  [
    "payout_destination_withdrawal_id_withdrawal_id_fk",
    always(
      `insert into payout_destination (withdrawal_id, kind, asset, amount, account, confirmed_by, proof, at)
        values ('wd_nobody', 'withdrawal', 'btc', 1, 'a', 'member', 'email_code', now())`,
    ),
  ],
  ["payout_clearance_policy", cleared({ proof: "'order_link'" })],
  ["payout_clearance_wait", cleared({ usable_at: "now() + interval '1 hour'" })],
  ["payout_clearance_limit", cleared({ limit_used: "3" })],
  ["payout_clearance_usage", cleared({ member_id: "null" })],
  [
    "outgoing_id_payout_clearance_id_fk",
    always(
      'insert into outgoing select (o).* from (select jsonb_populate_record(outgoing, \'{"id": "x", "attempt": 9}\') o from outgoing limit 1) rows',
    ),
  ],
  [
    "account_freeze_cause_check",
    always(
      `insert into account_freeze (id, member_id, cause, started_at, until, stopped)
        select 'x', min(id), 'chance', now(), now(), '{}' from member`,
    ),
  ],
  [
    "account_freeze_member_id_member_id_fk",
    always(
      `insert into account_freeze (id, member_id, cause, started_at, until, stopped)
        values ('x', 'nobody', 'owner', now(), now(), '{}')`,
    ),
  ],
  ["outgoing_alarm_check", always("update outgoing set alarm = 'fire'")],
  ["outgoing_amounts", pastIdentity("update outgoing set fee = 1 where fee = 0")],
  ["outgoing_settled", always("update outgoing set settled_at = null where status = 'sent'")],
  ["outgoing_transaction", always("update outgoing set status = 'sent', settled_at = now() where rail_tx_id is null")],
  ["outgoing_other_transaction", always("update outgoing set alarm = 'other_transaction'")],
  [
    "promo_use_order_ref_exchange_order_ref_fk",
    ({ completed }) => `update promo_use set order_ref = 'NOBODY' where order_ref = '${completed}'`,
  ],
  ["promo_use_code_promo_code_fk", always("update promo_use set code = 'SPRING'")],
  [
    "account_order_ref_exchange_order_ref_fk",
    always(
      "insert into account values ('order:NOBODY:btc', 'btc', 'credit', 'available', 0, 0, 0, 0, 'NOBODY', now())",
    ),
  ],
  [
    "account_rules",
    always("insert into account values ('gifts:btc', 'btc', 'credit', 'available', 0, 0, 0, 0, null, now())"),
  ],
  ["transfer_order_ref_exchange_order_ref_fk", transfer({ order_ref: "'NOBODY'" })],
  ["transfer_kind_check", transfer({ kind: "'hold'" })],
  ["transfer_code_check", transfer({ code: "'gift'" })],
  ["transfer_one_cause", transfer({ deposit_id: "'x'", withdrawal_id: "'x'" })],
  ["transfer_fact", transfer({ fact: "true" })],
  ["unpaid_hold_order_ref_exchange_order_ref_fk", always("update unpaid_hold set order_ref = 'NOBODY'")],
  ["letter_order_ref_exchange_order_ref_fk", always("update letter set order_ref = 'NOBODY'")],
  ["letter_status_check", always("update letter set status = 'lost', sent_at = null")],
  ["letter_cause_check", always("update letter set cause = 'nobody'")],
  ["letter_mailbox", always("update letter set cause = 'stranger', mailbox = null")],
  ["letter_digested", always("update letter set status = 'digested', sent_at = null, digest_id = null")],
  ["letter_sent", always("update letter set status = 'sent', sent_at = null")],
  ["asset_kind_check", always("update asset set kind = 'gold'")],
  ["asset_amounts", always("update asset set refund_fee = -1")],
  ["pair_status_check", always("update pair set status = 'open'")],
  ["pair_terms", always("update pair set service_bps = 10000")],
  ["pair_limits", always("update pair set max_from = min_from - 1")],
  ["pair_from_asset_asset_id_fk", always(pairWith("from_asset"))],
  ["pair_to_asset_asset_id_fk", always(pairWith("to_asset"))],
  ["reference_rate_pair_id_pair_id_fk", always("update reference_rate set pair_id = pair_id || '-old'")],
  ["rate_history_pair_id_pair_id_fk", always("insert into rate_history values ('btc_doge', now(), '1', '1')")],
  ["reserve_history_asset_id_asset_id_fk", always("insert into reserve_history values ('doge', now(), 1)")],
  ["part_day_part_check", partDay("'moon', 'works', 1, 0, now()")],
  ["part_day_state_check", partDay("'orders', 'well', 1, 0, now()")],
  [
    "part_day_hours",
    always(`insert into part_day (part, day, first_minute, last_minute, working, partly, state, working_by_hour)
      values ('orders', '2026-11-21', now(), now(), 1, 0, 'works', '{1}')`),
  ],
  ["part_day_minutes", partDay("'orders', 'works', 1, 0, now() - interval '1 minute'")],
  ["party_block_kind_check", blocked("'face'", "null")],
  ["party_block_removed", blocked("'email'", "'anna'")],
  ["incident_kind_check", incident("'gossip', null, null")],
  ["incident_times", incident("'partly', now() - interval '1 day', null")],
  ["incident_times", incident("'partly', now(), now()")],
  ["signing_key_times", always("insert into signing_key values ('x', 'x', 'x', now(), now() - interval '1 minute')")],
  ["promo_kind_check", always("update promo set kind = 'gift'")],
  ["reserve_request_pair_id_pair_id_fk", always("update reserve_request set pair_id = 'btc_doge'")],
  ["reserve_request_amount", always("update reserve_request set amount = 0")],
  ["page_view_language_check", always("update page_view set language = 'de'")],
  ["page_view_views", always("update page_view set views = 0")],
  ["consent_record_answer_check", always("update consent_record set answer = 'maybe'")],
  ["consent_record_by_check", always(`update consent_record set "by" = 'mail'`)],
  ["consent_record_language_check", always("update consent_record set language = 'de'")],
  ["review_order_ref_exchange_order_ref_fk", always("update review set order_ref = 'NOBODY'")],
  ["push_subscription_order_ref_exchange_order_ref_fk", always("update push_subscription set order_ref = 'NOBODY'")],
  ["push_subscription_language_check", always("update push_subscription set language = 'de'")],
  ["push_subscription_retry", always("update push_subscription set failures = 1")],
  ["review_language_check", always("update review set language = 'de'")],
  ["review_removed_by_check", always("update review set removed_by = 'mood'")],
  ["review_bounds", always("update review set rating = 6")],
  ["review_name", always("update review set name = ''")],
  ["review_answer", always("update review set answer = 'Thank you.'")],
  ["review_invitation_order_ref_exchange_order_ref_fk", always("update review_invitation set order_ref = 'NOBODY'")],
  ["newsletter_subscriber_consent", always("update newsletter_subscriber set consent = ''")],
  ["newsletter_subscriber_language_check", always("update newsletter_subscriber set language = 'de'")],
  [
    "newsletter_delivery_issue_id_newsletter_issue_id_fk",
    always("update newsletter_delivery set issue_id = 'nothing'"),
  ],
  ["newsletter_text_language_check", always("update newsletter_text set language = 'de'")],
  ["newsletter_text_issue_id_newsletter_issue_id_fk", always("update newsletter_text set issue_id = 'nothing'")],
  ["newsletter_delivery_queued", always("update newsletter_delivery set ended_at = now()")],
  ["idempotency_key_reply", always("update idempotency_key set status = 200, reply = null")],
  ["gateway_session_order_ref_exchange_order_ref_fk", always("update gateway_session set order_ref = 'NOBODY'")],
  ["gateway_session_amount", always("update gateway_session set amount = 0")],
  ["sandbox_step_order_ref_exchange_order_ref_fk", always("update sandbox_step set order_ref = 'NOBODY'")],
  [
    "sandbox_session_event_session_id_sandbox_session_id_fk",
    always("update sandbox_session_event set session_id = 'no'"),
  ],
  ["sandbox_invoice_order_ref_exchange_order_ref_fk", always("update sandbox_invoice set order_ref = 'NOBODY'")],
  ["sandbox_invoice_amount", always("update sandbox_invoice set reported = version + 1")],
  ...[
    "member_password",
    "google_identity",
    "member_session",
    "sign_in_step",
    "totp",
    "recovery_code",
    "saved_address",
    "avatar",
    "email_code",
    "ticket",
  ].map(
    (table): BrokenRow => [`${table}_member_id_member_id_fk`, always(`update ${table} set member_id = 'us_nobody'`)],
  ),
  ["email_code_purpose_check", always("update email_code set purpose = 'fun'")],
  ["email_code_action", always("update email_code set action = 'order'")],
  ["email_code_member_changes", always("update email_code set purpose = 'email_change', member_id = null")],
  ["shown_id_token_state_check", always("update shown_id_token set state = 'lost'")],
  ["sign_in_step_method_check", always("update sign_in_step set method = 'magic'")],
  ["ticket_order_ref_exchange_order_ref_fk", always("update ticket set order_ref = 'NOBODY'")],
  ["ticket_topic_check", always("update ticket set topic = 'weather'")],
  ["ticket_status_check", always("update ticket set status = 'lost'")],
  ["ticket_closed", always("update ticket set status = 'closed', closed_at = null")],
  ["ticket_entry_ticket_ticket_number_fk", always("update ticket_entry set ticket = 1")],
  ["ticket_entry_author_check", always("update ticket_entry set author = 'nobody'")],
  ["ticket_entry_event_check", always("update ticket_entry set author = 'system', event = 'sneezed'")],
  ["ticket_entry_author", always("update ticket_entry set event = 'solved'")],
  ["ticket_entry_operator", always("update ticket_entry set author = 'support', operator = null")],
  ["ticket_entry_sender", always("update ticket_entry set author = 'unverified'")],
  ["ticket_file_entry_id_ticket_entry_id_fk", always("update ticket_file set entry_id = 'nothing'")],
  ["security_event_event_check", always("update security_event set event = 'sneezed'")],
  ["security_event_method_check", always("update security_event set method = 'magic'")],
  ...[
    ...brokenWithdrawals,
    ...brokenUnclaimed,
    ...brokenEvm,
    ...brokenPaypal,
    ...brokenAffiliates,
    ...brokenStaff,
    ...brokenBooks,
    ...brokenReconciliations,
    ...brokenScreening,
    ...brokenIdentity,
    ...brokenMarketPrices,
  ].map(([name, sql]): BrokenRow => [name, always(sql)]),
  ["asset_min_deposit", always("update asset set min_deposit = -1")],
  [
    "issued_address_owner",
    always("insert into issued_address (order_ref, wallet_address_id, address, at) values (null, null, 'a', now())"),
  ],
  [
    "issued_address_order_ref_exchange_order_ref_fk",
    always("insert into issued_address (order_ref, address, at) values ('NOBODY', 'a', now())"),
  ],
  [
    "issued_address_wallet_address_id_wallet_address_id_fk",
    always("insert into issued_address (wallet_address_id, address, at) values ('wa_nobody', 'a', now())"),
  ],
  ["wallet_debt", always("update wallet set debt = -1")],
  ["wallet_member_id_member_id_fk", always("update wallet set member_id = 'us_nobody' where member_id = 'us_1'")],
  ["wallet_asset_asset_id_fk", always("update wallet set asset = 'doge'")],
  ["wallet_address_member_id_member_id_fk", always(anotherAddress({ member_id: "us_nobody" }))],
  ["wallet_address_asset_asset_id_fk", always(anotherAddress({ asset: "doge" }))],
  ["deposit_status_check", always("update deposit set status = 'lost'")],
  ["deposit_place_check", always("update deposit set place = 'sofa'")],
  ["deposit_amount", always("update deposit set amount = 0")],
  ["deposit_final", always("update deposit set status = 'credited'")],
  ["deposit_address_id_wallet_address_id_fk", always(anotherDeposit({ address_id: "wa_nobody" }))],
  ["deposit_member_id_member_id_fk", always(anotherDeposit({ member_id: "us_nobody" }))],
  ["deposit_asset_asset_id_fk", always(anotherDeposit({ asset: "doge" }))],
  ["wallet_settling_amount", always("update wallet_settling set amount = 0")],
  ["wallet_settling_taken", always("update wallet_settling set taken = 1, owed = amount")],
  ["wallet_settling_member_id_member_id_fk", always("update wallet_settling set member_id = 'us_nobody'")],
  ["wallet_settling_asset_asset_id_fk", always("update wallet_settling set asset = 'doge'")],
  ["wallet_settling_order_ref_exchange_order_ref_fk", always("update wallet_settling set order_ref = 'NOBODY'")],
  ["sandbox_deposit_step_amount", always("update sandbox_deposit_step set amount = 0")],
  [
    "sandbox_deposit_step_address_id_wallet_address_id_fk",
    always("update sandbox_deposit_step set address_id = 'wa_nobody'"),
  ],
  ["sandbox_deposit_step_asset_asset_id_fk", always("update sandbox_deposit_step set asset = 'doge'")],
];

/** A row in each table that `busyBooks` leaves empty. */
export const rowsOfEveryTable = ({ completed }: BusyBooks) => `
  insert into member (id, email, locale, created_at) values ('us_1', 'anna@example.com', 'en', now());
  insert into member_password values ('us_1', 'hash', now());
  insert into google_identity values ('subject', 'us_1', now());
  insert into member_session (id, member_id, token_hash, created_at, last_used_at, expires_at)
    values ('se_1', 'us_1', 'hash', now(), now(), now());
  insert into sign_in_step values ('hash', 'us_1', 'password', now());
  insert into totp (member_id, sealed_secret, confirmed_at) values ('us_1', 'sealed', now());
  insert into recovery_code values ('us_1', 'hash');
  insert into saved_address values ('ad_1', 'us_1', 'btc', 'mine', 'address', null, now());
  insert into avatar values ('av_1', 'us_1', 'image', now());
  insert into wallet values ('us_1', 'btc', 0, now());
  insert into wallet_address values ('wa_1', 'us_1', 'btc', 'sandbox-bitcoin', 'address', null, null, now());
  insert into deposit values ('dep_1', 'wa_1', 'us_1', 'btc', 'sandbox-bitcoin', 'tx', 'btc', 1, 'pending', 0, 2, 0, now());
  insert into wallet_settling select id, 'us_1', 'btc', 1, '${completed}', now() from transfer limit 1;
  insert into sandbox_deposit_step values ('sbd_1', 'wa_1', 'btc', 1, 0, 2, now());
  ${withdrawalRow}
  ${marketPriceRows}
  ${affiliateRows(completed)}
  ${staffRows}
  ${identityRows(completed)}
  insert into email_code (id, purpose, email, member_id, language, digits, network, created_at, expires_at)
    values ('ch_1', 'reset', 'anna@example.com', 'us_1', 'en', 6, 'network', now(), now());
  insert into shown_id_token values ('hash', 'spent', now());
  insert into security_event (id, member_id, event, method, at) values ('sec_1', 'us_1', 'signed_in', 'password', now());
  insert into consent_record values ('cs_1', 'no', '2026-11-23-0', 'banner', 'en', now());
  insert into page_view values ('2026-11-21', '/', 'en', '', false, 1);
  insert into reserve_request values ('rr_1', 'btc_paypal-usd', 100, 'anna@example.com', 'en', now());
  insert into review (id, order_ref, rating, text, name, language, written_at)
    values ('rv_1', '${completed}', 5, 'Quick.', 'Anna', 'en', now());
  insert into push_subscription (id, order_ref, endpoint_hash, endpoint, p256dh, auth, vapid_key, language, compared_version, created_at)
    values ('push_1', '${completed}', 'hash', 'https://push.example', 'key', 'auth', 'key', 'en', 1, now());
  insert into review_invitation values ('${completed}', true, now());
  insert into review_refusal values ('hash', now());
  insert into newsletter_subscriber values ('ns_1', 'anna@example.com', 'en', 'News, please.', now(), 0, null, null);
  insert into newsletter_issue values ('nl_1', 'News', 'Text', 'News', 'Text', now());
  insert into newsletter_text values ('nl_1', 'en', 'News', 'Text');
  insert into newsletter_delivery values ('nl_1', 'ns_1', null, null);
  insert into idempotency_key values ('scope', 'key', 'hash', 200, '{}', now(), now());
  insert into gateway_session values ('nebulox', 'gs_1', '${completed}', 'btc', 100, 'https://example.com', now());
  insert into sandbox_session values ('ss_1', 'key', 'reference', 'btc', 100, 'https://example.com', now());
  insert into sandbox_session_event (id, session_id, event, due_at, next_try_at) values ('se_1', 'ss_1', '{}', now(), now());
  insert into sandbox_step values ('st_1', '${completed}', 'pay', '{}', now(), null);
  insert into unpaid_hold values ('${completed}', 'btc', 100, 'network', 'email', null, false, now(), now());
  insert into order_note values ('no_1', '${completed}', 'anna', 'a note', now());
  insert into order_taken values ('${completed}', 'anna', now(), now());
  insert into ticket (topic, status, language, email, email_confirmed, member_id, created_at, updated_at, answer_by)
    values ('other', 'awaiting_support', 'en', 'anna@example.com', true, 'us_1', now(), now(), now());
  insert into ticket_entry (id, ticket, author, text, at) select 'te_1', number, 'customer', 'a question', now() from ticket;
  insert into ticket_file values ('tf_1', 'te_1', 'picture.webp', 'image', now());
  insert into letter (id, order_ref, kind, language, to_address, cause, status, created_at, sent_at)
    values ('lt_1', '${completed}', 'paid', 'en', 'anna@example.com', 'unproven', 'sent', now(), now());
`;
