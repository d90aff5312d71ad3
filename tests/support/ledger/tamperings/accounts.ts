import { type Tampering, without } from "./tampering.ts";

export const ofAccounts: readonly Tampering[] = [
  {
    name: "another balance",
    check: "replay_gives_the_sums",
    sql: () => "update account set credits_posted = credits_posted + 1 where id = 'reserve:btc'",
    says: () => /stored sums of reserve:btc/,
  },
  {
    name: "an account without its floor",
    check: "accounts_follow_their_names",
    sql: () => without("account", "account_rules", "update account set floor = 'cash' where id = 'reserve:btc'"),
    says: () => /reserve:btc is credit, floor cash, .* must be credit, floor available/,
  },
  {
    name: "an account below its floor",
    check: "nothing_below_its_floor",
    sql: () =>
      without(
        "account",
        "account_floor",
        "update account set debits_posted = credits_posted + 1 where id = 'reserve:btc'",
      ),
    says: () => /reserve:btc is below its floor: -1/,
  },
  {
    name: "money that nobody paid in",
    check: "debits_equal_credits",
    sql: () => "update account set credits_posted = credits_posted + 1 where id = 'reserve:btc'",
    says: () => /In btc, debits \(\d+\) and credits \(\d+\) differ/,
  },
  {
    name: "money missing at a rail",
    check: "assets_cover_claims",
    sql: () => "update account set debits_posted = debits_posted - 1 where id = 'assets:sandbox-bitcoin:btc'",
    says: () => /In btc, the rails hold \d+, but/,
  },
  {
    name: "a rail overdrawn without a fact",
    check: "only_facts_overdraw_a_rail",
    sql: () => "update account set credits_posted = debits_posted + 1 where id = 'assets:sandbox-ethereum:eth'",
    says: () => /assets:sandbox-ethereum:eth is overdrawn \(-1\)/,
  },
  {
    name: "a shortfall that the reserve could repay",
    check: "shortfall_is_paid_back",
    sql: () => `insert into account (id, asset, normal, floor, debits_posted, created_at)
      values ('shortfall:eth', 'eth', 'debit', 'available', 5, now())
      on conflict (id) do update set debits_posted = 5`,
    says: () => /In eth, a shortfall of 5 is open/,
  },
  {
    name: "a posting in another asset",
    check: "one_asset_a_transfer",
    sql: () => "update transfer set asset = 'ltc' where asset = 'btc'",
    says: () => /of ltc uses an account of another asset/,
  },
  {
    name: "a hold settled for more than it was",
    check: "promises_end_once",
    sql: ({ completed }) => `update transfer set amount = 10000000 where kind = 'post' and order_ref = '${completed}'`,
    says: ({ completed }) => new RegExp(`hold ${completed}:\\d+:reserve was settled`),
  },
  {
    name: "a hold left on a finished order",
    check: "no_promise_on_a_final_order",
    sql: ({ waiting }) => `update exchange_order set status = 'completed' where ref = '${waiting}'`,
    says: ({ waiting }) => new RegExp(`order ${waiting} is final, but its hold .* is still open`),
  },
];
