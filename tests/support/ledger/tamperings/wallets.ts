import { type Tampering, without } from "./tampering.ts";

/** Wallets and deposits. */
export const ofWallets: readonly Tampering[] = [
  {
    name: "a deposit whose address does not exist",
    check: "deposits_are_of_the_owner_of_their_address",
    sql: () => "update deposit set address_id = 'wa_nowhere' where status = 'credited'",
    says: () => /deposit \S+ of \d+ usdt-trc20 at \S+ is us_takes_out's, but its address is of nobody at no rail/,
  },
  {
    name: "a larger entry in a wallet's history",
    check: "wallet_entries_are_the_transfers",
    sql: () => "update wallet_entry set amount = amount + 1 where type = 'deposit'",
    says: () => /moves member:us_deposits:usdt-trc20 by 100000000, but the wallet's history says 100000001/,
  },
  {
    name: "a deleted entry of a wallet's history",
    check: "wallet_histories_end_at_the_balance",
    sql: () => "delete from wallet_entry where type = 'chargeback'",
    says: () => /history of member:us_deposits:usdt-trc20 ends at 60000000, but the account has 0/,
  },
  {
    name: "another balance after a transaction",
    check: "wallet_balances_follow_each_other",
    sql: () => "update wallet_entry set balance_after = balance_after + 5 where type = 'deposit'",
    says: () => /says 100000005, but 0 and 100000000 were before it/,
  },
  {
    name: "another sum of what came into a wallet",
    check: "wallet_balances_follow_each_other",
    sql: () => "update wallet_entry set credited = credited + 1 where type = 'deposit'",
    says: () => /it is number 1 \(1 by the others\) and says 100000001 came in \(100000000\)/,
  },
  {
    name: "a deleted wallet with money in it",
    check: "money_of_members_is_in_a_wallet",
    sql: () => "delete from wallet",
    says: () => /The account member:\S+ has [1-9]\d* (\S+), of which \d+ is held, but its member has no wallet/,
  },
  {
    name: "a pending deposit that is said to be credited",
    check: "deposits_are_booked_as_they_stand",
    sql: () => without("deposit", "deposit_final", "update deposit set status = 'credited' where status = 'pending'"),
    says: () => /is credited, but 0 is booked as here and 0 as credited/,
  },
  {
    name: "a credited deposit that is said to be gone",
    check: "deposits_are_booked_as_they_stand",
    sql: () => without("deposit", "deposit_final", "update deposit set status = 'gone' where status = 'collecting'"),
    says: () => /deposit .* of 1000000 usdt-trc20 is gone, but 1000000 is booked as here/,
  },
  {
    name: "a deleted deposit",
    check: "booked_deposits_have_their_row",
    sql: () => "delete from deposit",
    says: () => /books a deposit of 100000000 usdt-trc20 that is not there/,
  },
  {
    name: "a forgiven debt",
    check: "debts_are_what_was_taken_back",
    sql: () => "update wallet set debt = 0",
    says: () => /owes 0 usdt-trc20, but 40000000 is booked as owed/,
  },
  {
    name: "money given up by a member whose account is open",
    check: "given_up_money_is_of_closed_accounts",
    sql: () =>
      `update transfer set code = 'given_up' where id = (select id from transfer
        where code = 'deposit' and credit_account like 'member:%' limit 1)`,
    says: () =>
      /takes 100000000 usdt-trc20 from .* to member:us_deposits:usdt-trc20 as given up, but no account was closed/,
  },
  {
    name: "settling money that nobody booked",
    check: "settling_money_is_booked",
    sql: () => "insert into wallet_settling values ('made up', 'us_deposits', 'usdt-trc20', 5, null, now())",
    says: () => /5 usdt-trc20 of the transfer made up settles later, but 0 is booked/,
  },
  {
    name: "a part of a payout that no wallet gave back",
    check: "what_wallets_gave_back_is_booked",
    sql: ({ completed }) =>
      `insert into wallet_settling values ('made up', 'us_deposits', 'usdt-trc20', 5, '${completed}', now(), 5, 0)`,
    says: ({ completed }) =>
      new RegExp(`gave back 5 usdt-trc20 of what order ${completed} paid into it, but 0 is booked`),
  },
  {
    name: "cashback that an order promised and nobody got",
    check: "cashbacks_are_those_of_completed_orders",
    sql: ({ completed }) =>
      `update exchange_order set owner_id = 'us_deposits',
        promo_terms = '{"kind": "cashback_percent", "value": "1"}' where ref = '${completed}'`,
    says: ({ completed }) => new RegExp(`order ${completed} .completed. promised [1-9].* cashback, but 0  is booked`),
  },
  {
    name: "a payout into a wallet without its settle date",
    check: "payouts_into_wallets_settle_once",
    sql: ({ completed }) => `update outgoing set rail = 'wallet' where order_ref = '${completed}'`,
    says: () => /into a wallet has 0 settle dates/,
  },
];
