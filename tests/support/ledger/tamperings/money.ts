import type { BusyBooks } from "../busy-books.ts";

/**
 * What somebody with the database's owner could write, triggers on. It is refused by the constraint `found`, or the check of
 * that name finds it. `isPast`: past every trigger, as a superuser does.
 */
export type MoneyTampering = { name: string; check: string; sql(books: BusyBooks): string; isPast?: true };

const usdt = "usdt-trc20";
const member = (id: string) => `member:us_${id}:${usdt}`;
const [rail, reserve, unclaimed] = [`assets:sandbox-tron:${usdt}`, `reserve:${usdt}`, `unclaimed:${usdt}`];
const [deposits, takesOut] = [member("deposits"), member("takes_out")];
const ofDeposit = (railPaymentId: string) => `(select id from deposit where rail_payment_id = '${railPaymentId}')`;

type Written = { code: string; kind?: string; fact?: true; cause?: Record<string, string> };
/** A transfer of one unit with its cause in columns; the values are SQL. */
function moved(debit: string, credit: string, { code, kind = "posted", fact, cause = {} }: Written): string {
  const row = { id: "'made-up'", kind: `'${kind}'`, debit_account: `'${debit}'`, credit_account: `'${credit}'` };
  const all = {
    ...row,
    asset: `'${usdt}'`,
    amount: "1",
    code: `'${code}'`,
    fact: String(fact === true),
    at: "now()",
    ...cause,
  };
  return `insert into transfer (${Object.keys(all).join(", ")}) values (${Object.values(all).join(", ")})`;
}
const opened = `insert into account (id, asset, normal, floor, created_at)
  values ('${unclaimed}', '${usdt}', 'credit', 'available', now()) on conflict do nothing`;
const refusedFlow = (name: string, debit: string, credit: string, written: Written): MoneyTampering => ({
  name: `${name}, as ${written.code}`,
  check: "transfer_flow",
  sql: () => `${opened}; ${moved(debit, credit, written)}`,
});
const setTo = (table: string, name: string, check: string, change: string, where: string): MoneyTampering => ({
  name,
  check,
  sql: () => `update ${table} set ${change} where ${where}`,
});
const ofOrder = (name: string, check: string, change: string): MoneyTampering => ({
  name,
  check,
  sql: ({ completed }) => `update exchange_order set ${change} where ref = '${completed}'`,
});
const ofAsset = (column: string, change: string): MoneyTampering =>
  setTo("asset", `another ${column} of an asset`, "assets_are_those_set", change, `id = '${usdt}'`);

/** A reward that agrees with its own figures, for an order of a partner with no share agreed. */
const rewarded = (ref: string) => `insert into partner (id, member_id, joined_at) values ('pa_x', null, now());
  insert into reward (id, order_ref, level, partner_id, code, pair_id, state, profit, profit_asset, rate, other_costs, base, rate_bps,
      asset, amount, is_booked, completed_at, ready_at)
    select 'rw_x', ref, 1, 'pa_x', 'link', pair_id, 'waiting', 5000000, to_asset, '1', 0, 5000000, 3000, '${usdt}', 1500000, false,
      completed_at, completed_at + interval '14 days' from exchange_order where ref = '${ref}'`;
/** One unit that the wallet of an order's owner has given back, with the note of it. */
const gaveBack = (ref: string, of: string, code: string) => `
  ${moved(takesOut, reserve, { code, cause: { order_ref: `'${ref}'` } })};
  insert into wallet_settling (transfer_id, member_id, asset, amount, order_ref, settles_at, taken, owed)
    values ('${ref}:${of}', 'us_takes_out', '${usdt}', 50, '${ref}', now(), 1, 0)`;

export const ofMoney: readonly MoneyTampering[] = [
  refusedFlow("money from one member to another", takesOut, deposits, { code: "adjustment" }),
  refusedFlow("money from one member to another", takesOut, deposits, { code: "debt" }),
  refusedFlow("a member's money to the reserve", takesOut, reserve, { code: "payout" }),
  refusedFlow("a member's money to the reserve", takesOut, reserve, { code: "refund_fee" }),
  refusedFlow("a member's money to unclaimed", takesOut, unclaimed, { code: "adjustment" }),
  refusedFlow("a member's money out of a rail", takesOut, rail, { code: "profit_taken" }),
  refusedFlow("a member's money out of a rail", takesOut, rail, { code: "withdrawal" }),
  refusedFlow("a member's money held out of a rail", takesOut, rail, { code: "payout", kind: "pending" }),
  refusedFlow("our money into a wallet", reserve, takesOut, { code: "deposit" }),
  refusedFlow("our money into a wallet", reserve, takesOut, { code: "payout" }),
  refusedFlow("a rail's money into a wallet", rail, takesOut, { code: "funding" }),
  refusedFlow("unclaimed money to the reserve", unclaimed, reserve, { code: "adjustment" }),
  refusedFlow("unclaimed money out of a rail", unclaimed, rail, { code: "profit_taken" }),
  refusedFlow("a member's money given up for no closing", takesOut, unclaimed, {
    code: "given_up",
    cause: { order_ref: "null" },
  }),
  {
    name: "an order's money into a wallet",
    check: "transfer_flow",
    sql: ({ held }) => moved(`order:${held}:${usdt}`, takesOut, { code: "deposit", cause: { order_ref: `'${held}'` } }),
  },
  {
    name: "an order's money to the reserve, as an adjustment",
    check: "transfer_flow",
    sql: ({ held }) =>
      moved(`order:${held}:${usdt}`, reserve, { code: "adjustment", cause: { order_ref: `'${held}'` } }),
  },
  {
    name: "our money into a wallet without an entry of the audit log",
    check: "transfer_has_a_cause",
    sql: () => moved(reserve, takesOut, { code: "adjustment" }),
  },
  {
    name: "our money into a wallet by another wallet's entry",
    check: "wallets_move_for_their_owner",
    sql: () =>
      moved(reserve, takesOut, {
        code: "adjustment",
        cause: { audit_id: "(select id from audit where action = 'adjustment' and details ? 'member' limit 1)" },
      }),
  },
  {
    name: "a wallet's money to the reserve by another wallet's entry",
    check: "wallets_move_for_their_owner",
    sql: () =>
      moved(takesOut, reserve, {
        code: "adjustment",
        cause: { audit_id: "(select id from audit where action = 'adjustment' and details ? 'member' limit 1)" },
      }),
  },
  {
    name: "a deposit credited to another member",
    check: "wallets_move_for_their_owner",
    sql: () => moved(rail, takesOut, { code: "deposit", cause: { deposit_id: ofDeposit("small") } }),
  },
  {
    name: "a deposit that waits, credited to another member",
    check: "wallets_move_for_their_owner",
    sql: () => moved(unclaimed, takesOut, { code: "deposit", cause: { deposit_id: ofDeposit("small") } }),
  },
  {
    name: "a part of a deposit that waits, taken for another one",
    check: "unclaimed_money_is_of_its_cause",
    sql: () => moved(unclaimed, deposits, { code: "deposit", cause: { deposit_id: ofDeposit("taken-back") } }),
  },
  {
    name: "a withdrawal returned to another member",
    check: "wallets_move_for_their_owner",
    sql: () => moved(rail, deposits, { code: "withdrawal", fact: true, cause: { withdrawal_id: "'wd_sent'" } }),
  },
  {
    name: "a withdrawal that is not there",
    check: "transfer_withdrawal_id_withdrawal_id_fk",
    sql: () => moved(takesOut, rail, { code: "withdrawal", kind: "pending", cause: { withdrawal_id: "'wd_none'" } }),
  },
  {
    name: "a debt repaid from another member's wallet",
    check: "wallets_move_for_their_owner",
    sql: () =>
      moved(takesOut, reserve, {
        code: "debt",
        cause: {
          caused_by: `(select id from transfer where code = 'deposit' and credit_account = '${deposits}' limit 1)`,
        },
      }),
  },
  {
    name: "money given up for an account that was not closed",
    check: "transfer_closing_id_account_closing_member_id_fk",
    sql: () =>
      `${opened}; ${moved(takesOut, unclaimed, { code: "given_up", cause: { closing_id: "'us_takes_out'" } })}`,
  },
  {
    name: "cashback of a guest's order to a member",
    check: "wallets_move_for_their_owner",
    sql: ({ completed }) =>
      moved(reserve, takesOut, { code: "promo", fact: true, cause: { order_ref: `'${completed}'` } }),
  },
  {
    name: "one order's money for another",
    check: "orders_move_their_own_accounts",
    sql: ({ held, waiting }) =>
      moved(`order:${held}:${usdt}`, reserve, { code: "conversion", cause: { order_ref: `'${waiting}'` } }),
  },
  {
    name: "a network fee of an order that no payout or refund has cost",
    check: "transfer_flow",
    sql: ({ completed }) =>
      moved(reserve, rail, { code: "network_fee", fact: true, cause: { order_ref: `'${completed}'` } }),
  },
  {
    name: "a hold for an order without an order",
    check: "transfer_flow",
    sql: ({ held }) => moved(reserve, `order:${held}:${usdt}`, { code: "payout_hold", kind: "pending" }),
  },
  {
    name: "a hold settled with another code",
    check: "transfer_fits_promise",
    sql: () =>
      `insert into transfer (id, kind, debit_account, credit_account, asset, amount, code, pending_id, withdrawal_id, at)
        select 'made-up', 'void', debit_account, credit_account, asset, amount, 'rebalance', id, withdrawal_id, now()
          from transfer where id = 'withdrawal:wd_waiting:net'`,
  },
  {
    name: "a hold of one withdrawal ended for another",
    check: "transfer_fits_promise",
    sql: () =>
      `insert into transfer (id, kind, debit_account, credit_account, asset, amount, code, pending_id, withdrawal_id, at)
        select 'made-up', 'void', debit_account, credit_account, asset, amount, code, id, 'wd_sent', now()
          from transfer where id = 'withdrawal:wd_waiting:net'`,
  },
  {
    name: "another cause of a booked transfer",
    check: "transfers_fit_their_hashes",
    isPast: true,
    sql: () =>
      `update transfer set deposit_id = ${ofDeposit("small")} where code = 'deposit' and credit_account = '${deposits}'`,
  },
  setTo(
    "deposit",
    "another owner of a deposit",
    "deposits_are_of_the_owner_of_their_address",
    "member_id = 'us_takes_out'",
    "rail_payment_id = 'small'",
  ),
  setTo(
    "wallet_address",
    "another owner of an address",
    "deposits_are_of_the_owner_of_their_address",
    "member_id = null",
    "member_id = 'us_deposits'",
  ),
  setTo(
    "wallet_address",
    "another address of a wallet",
    "wallet_address_identity_stays",
    "address = 'TWd4WrZ9wn84f5x1hZhL4DHvk738ns5jwb'",
    "member_id = 'us_deposits'",
  ),
  setTo(
    "wallet_address",
    "an address given to another member",
    "wallet_address_identity_stays",
    "member_id = 'us_takes_out'",
    "member_id = 'us_deposits'",
  ),
  setTo(
    "deposit",
    "a deposit of another transfer",
    "deposit_identity_stays",
    "rail_payment_id = 'made-up'",
    "rail_payment_id = 'small'",
  ),
  {
    name: "a deposit that lies elsewhere than where it was booked",
    check: "deposit_identity_stays",
    sql: () =>
      "update deposit set place = case place when 'hot' then 'deposits' else 'hot' end where rail_payment_id = 'small'",
  },
  ...["rail_payment_id = 'made-up'", "rail = 'made-up'", "order_ref = 'OTHER'"].map(
    (change): MoneyTampering => ({
      name: `of an order's payment, ${change}`,
      check: "payment_identity_stays",
      sql: ({ completed }) => `update payment set ${change} where order_ref = '${completed}'`,
    }),
  ),
  {
    name: "another preparation of a payout by its rail",
    check: "payout_plan_stays",
    sql: ({ completed }) => `update payout_guard set plan = 'made-up'
        where outgoing_id = (select id from outgoing where order_ref = '${completed}' and kind = 'payout')`,
  },
  ...["amount = amount * 10", "account = 'thief@example.com'"].map(
    (change): MoneyTampering => ({
      name: `of a payout that is under way, ${change}`,
      check: "outgoing_identity_stays",
      sql: ({ sending }) => `update outgoing set ${change} where order_ref = '${sending}'`,
    }),
  ),
  {
    name: "another transaction of a payout",
    check: "outgoing_transaction_stays",
    sql: ({ completed }) =>
      `update outgoing set rail_tx_id = 'made-up' where order_ref = '${completed}' and kind = 'payout'`,
  },
  {
    name: "a member's order that is left without its owner",
    check: "order_identity_stays",
    sql: ({
      completed,
    }) => `update exchange_order set owner_id = 'us_deposits', email_proof = 'link' where ref = '${completed}';
        update exchange_order set owner_id = null where ref = '${completed}'`,
  },
  {
    name: "an owner of an order whose personal data were removed",
    check: "order_identity_stays",
    sql: ({ completed }) => `update exchange_order set email = null, email_proof = null where ref = '${completed}';
        update exchange_order set owner_id = 'us_deposits' where ref = '${completed}'`,
  },
  {
    name: "an owner of a guest's order whose mailbox was not proven",
    check: "order_identity_stays",
    sql: ({ completed }) => `update exchange_order set email_proof = null where ref = '${completed}';
        update exchange_order set owner_id = 'us_deposits' where ref = '${completed}'`,
  },
  ofOrder("another email of an order", "order_identity_stays", "email = 'other@example.com'"),
  ofOrder("another address that a customer pays to", "order_identity_stays", "payin_address = 'T1'"),
  ofOrder("a payout that goes to its owner's wallet instead", "order_identity_stays", "payout_to_wallet = true"),
  ofOrder("another rail of an order's pay-in", "order_identity_stays", "payin_rail = 'made-up'"),
  setTo(
    "pair",
    "another asset of a pair",
    "pair_identity_stays",
    "to_asset = 'paypal-eur'",
    "id = 'usdt-trc20_paypal-usd'",
  ),
  ofOrder("another pair of an order", "order_identity_stays", "pair_id = 'usdt-erc20_paypal-usd'"),
  ...["payin_uri", "payin_invoice_url", "payin_redirect_url"].map(
    (column): MoneyTampering => ({
      name: `another ${column} of an order`,
      check: "order_identity_stays",
      sql: ({ completed }) => `update exchange_order set ${column} = 'first' where ref = '${completed}';
        update exchange_order set ${column} = 'second' where ref = '${completed}'`,
    }),
  ),
  setTo(
    "wallet_address",
    "another payment link of a wallet",
    "wallet_address_identity_stays",
    "uri = 'tron:T1'",
    "member_id = 'us_deposits'",
  ),
  {
    ...setTo(
      "withdrawal",
      "a withdrawal that counts less against the day's limit",
      "withdrawals_are_worth_their_amount",
      "worth_usd = 0",
      "id = 'wd_waiting'",
    ),
    isPast: true,
  },
  ...[
    "worth_usd = worth_usd - 1",
    "usable_at = usable_at - interval '3 days'",
    "created_at = created_at - interval '1 day'",
  ].map((change) =>
    setTo("withdrawal", `of a withdrawal, ${change}`, "withdrawal_terms_stay", change, "id = 'wd_waiting'"),
  ),
  ...["wallet_worth_usd = 1", "wallet_paid_at = now() - interval '1 day'", "payout_usable_at = now()"].map(
    (change): MoneyTampering => ({
      name: `of an order that was paid from a wallet, ${change}`,
      check: "order_wallet_terms_stay",
      sql: ({ completed }) => `update exchange_order set wallet_paid_at = now(), wallet_worth_usd = 900,
          payout_usable_at = now() + interval '1 day' where ref = '${completed}';
        update exchange_order set ${change} where ref = '${completed}'`,
    }),
  ),
  ofOrder("a higher fee of a finished exchange", "amounts_follow_from_the_terms", "service_fee = service_fee + 1"),
  ofOrder("another bonus of a finished exchange", "amounts_follow_from_the_terms", "bonus = bonus + 1"),
  ...["rate = (rate::numeric * 1.01)::text", "service_bps = service_bps + 50"].flatMap((change): MoneyTampering[] => [
    ofOrder(`of a finished exchange, ${change}`, "order_quote_stays", change),
    {
      ...ofOrder(`of a finished exchange past the triggers, ${change}`, "amounts_follow_from_the_terms", change),
      isPast: true,
    },
  ]),
  ofOrder("another worth of a finished exchange in dollars", "order_quote_stays", "usd_rate = '0.9'"),
  {
    name: "a better price of an order that waits, without an offer",
    check: "order_quote_stays",
    sql: ({ waiting }) =>
      `update exchange_order set to_amount = to_amount + 1, fixed_bonus = 1, bonus = 1 where ref = '${waiting}'`,
  },
  {
    name: "another price than that of the offer",
    check: "order_quote_stays",
    sql: ({ held }) => `update exchange_order set rate = '2', hold_offer = null where ref = '${held}'`,
  },
  ofOrder("more turnover", "turnover_is_what_was_exchanged", "turnover_cents = turnover_cents + 100000"),
  ofOrder(
    "a later completion",
    "orders_are_completed_when_their_timeline_says",
    "completed_at = completed_at + interval '1 day'",
  ),
  {
    name: "a draft that pays out more",
    check: "amounts_follow_from_the_terms",
    sql: ({ completed }) =>
      `insert into exchange_order select (jsonb_populate_record(o, jsonb_build_object('ref', 'DRAFT', 'status', 'draft', 'payin_address', null,
          'payin_method', null, 'to_amount', o.to_amount + 100, 'completed_at', null, 'turnover_cents', null))).* from exchange_order o
        where ref = '${completed}'`,
  },
  ...["base = base + 1", "profit = profit + 1", "rate_bps = 9000, amount = div(base * 9000, 10000)"].map(
    (change): MoneyTampering => ({
      name: `of a reward, ${change}`,
      check: "reward_figures_stay",
      sql: ({ disputed }) => `${rewarded(disputed)}; update reward set ${change} where id = 'rw_x'`,
    }),
  ),
  {
    name: "a reward of a profit that its order did not make",
    check: "rewards_are_of_the_profit_of_their_order",
    isPast: true,
    sql: ({ disputed }) => rewarded(disputed),
  },
  {
    name: "a reward at a share that nobody agreed",
    check: "rewards_are_at_agreed_shares",
    isPast: true,
    sql: ({ disputed }) => rewarded(disputed),
  },
  {
    name: "a wallet's money taken back for an order that lost nothing, as a dispute",
    check: "wallets_give_back_what_was_lost",
    isPast: true,
    sql: ({ disputed }) => gaveBack(disputed, "payout", "dispute"),
  },
  {
    name: "a wallet's money taken back for an exchange that was not undone, as cashback",
    check: "wallets_give_back_what_was_lost",
    isPast: true,
    sql: ({ disputed }) => gaveBack(disputed, "cashback", "promo"),
  },
  {
    name: "an order's money kept as unclaimed while it is on hold",
    check: "unclaimed_money_of_orders_is_of_closed_ones",
    sql: ({ held }) =>
      `${opened}; ${moved(`order:${held}:${usdt}`, unclaimed, { code: "adjustment", cause: { order_ref: `'${held}'` } })}`,
  },
  setTo(
    "pair",
    "another time in which the margin is wider",
    "pairs_are_those_set",
    "margin_hours = 'sat-sun 0-24 +1'",
    "id = 'btc_paypal-usd'",
  ),
  setTo(
    "pair",
    "another margin of larger amounts",
    "pairs_are_those_set",
    "margin_tiers = '500:1'",
    "id = 'btc_paypal-usd'",
  ),
  {
    name: "a looser limit of market prices",
    check: "price_limits_are_those_set",
    sql: () => "insert into price_limit (pair_id, quorum) values ('btc_paypal-usd', 1)",
  },
  ofAsset("fee of a withdrawal", "withdraw_fee = 0"),
  ofAsset("minimum of a withdrawal", "min_withdraw = 1"),
  ofAsset("minimum of a deposit", "min_deposit = 0"),
  ofAsset("fee of a refund", "refund_fee = 0"),
  ofAsset("tolerance", "tolerance_bps = 9000"),
  ofAsset("number of confirmations", "confirmations = 0"),
  {
    name: "another kind of entry in a wallet's history",
    check: "entries_of_wallets_say_what_happened",
    isPast: true,
    sql: () => "update wallet_entry set type = 'affiliate' where type = 'deposit'",
  },
  {
    name: "a flow that this version does not have",
    check: "the_database_has_the_flows_of_the_program",
    sql: () => "insert into ledger_flow values ('adjustment', 'post', 'member', 'member', 'entry')",
  },
  {
    name: "a flow that is gone",
    check: "the_database_has_the_flows_of_the_program",
    sql: () => "delete from ledger_flow where code = 'dispute'",
  },
  {
    name: "unclaimed money taken as ours after a payout that failed",
    check: "unclaimed_payouts_are_booked_once",
    isPast: true,
    sql: () => `insert into unclaimed_payout (id, deposit_id, rail, asset, amount, account, status, created_at, ended_at)
        select 'ucp_x', id, rail, asset, amount, 'a', 'failed', now(), now() from deposit where status = 'collecting' limit 1;
      ${moved(unclaimed, reserve, { code: "unclaimed_payout", cause: { outgoing_id: "'ucp_x'" } })}`,
  },
  {
    name: "unclaimed money out of a rail for the movement of a withdrawal",
    check: "unclaimed_money_is_of_its_cause",
    sql: () =>
      `${opened}; ${moved(unclaimed, rail, {
        ...{ code: "unclaimed_payout", fact: true },
        cause: { outgoing_id: "(select min(id) from outgoing where kind = 'withdrawal')" },
      })}`,
  },
  {
    name: "a transfer between members past the triggers",
    check: "transfers_follow_the_table_of_flows",
    isPast: true,
    sql: () => moved(takesOut, deposits, { code: "adjustment" }),
  },
];
