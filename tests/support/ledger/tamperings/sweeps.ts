import type { Tampering } from "./tampering.ts";

const hold = "(select id from transfer where id like 'sweep:%' and kind = 'pending')";

/** Money at deposit addresses, and its sweep. */
export const ofSweeps: readonly Tampering[] = [
  {
    name: "a sweep of another amount",
    check: "sweeps_match_their_transfers",
    sql: () => "update outgoing set amount = amount + 7 where kind = 'sweep'",
    says: () => /sweep swp_.* usdt-trc20 is sending, but its hold is \d+ \(open\)/,
  },
  {
    name: "a sweep that is said to have arrived",
    check: "sweeps_match_their_transfers",
    sql: () => "update outgoing set status = 'sent', settled_at = now(), rail_tx_id = 'x' where kind = 'sweep'",
    says: () => /is sent, but its hold is \d+ \(open\)/,
  },
  {
    name: "a sweep from where the rail pays out",
    check: "sweeps_match_their_transfers",
    sql: () => `update transfer set credit_account = 'assets:sandbox-bitcoin:btc' where id = ${hold}`,
    says: () => /is sending, but its hold is \d+ \(open\)/,
  },
  {
    name: "a deleted sweep",
    check: "transfers_of_sweeps_have_their_row",
    sql: () => "delete from outgoing where kind = 'sweep'",
    says: () => /sweep:swp_.* sweeps \d+ usdt-trc20, but the sweep is not there/,
  },
  {
    name: "a move between our places that passes for a sweep",
    check: "transfers_of_sweeps_have_their_row",
    sql: () =>
      `insert into transfer (id, kind, debit_account, credit_account, asset, amount, code, at)
        values ('sweep:made up', 'posted', 'assets:sandbox-bitcoin:btc', 'reserve:btc', 'btc', 1, 'rebalance', now())`,
    says: () => /sweep:made up sweeps 1 btc, but the sweep is not there/,
  },
  {
    name: "a deposit that is said to have arrived where it can be paid out",
    check: "deposits_lie_where_they_arrived",
    sql: () => "update deposit set place = 'hot' where place = 'deposits'",
    says: () => /arrived at hot, but deposit:.* usdt-trc20 at assets:sandbox-tron_deposits:usdt-trc20/,
  },
  {
    name: "a move back to deposit addresses that nothing was taken back from",
    check: "what_came_back_of_sweeps_was_taken_back",
    sql: () =>
      `insert into transfer (id, kind, debit_account, credit_account, asset, amount, code, at)
        values ('deposit:made up:1:back-swept', 'posted', 'assets:sandbox-tron_deposits:usdt-trc20',
          'assets:sandbox-tron:usdt-trc20', 'usdt-trc20', 1, 'rebalance', now())`,
    says: () => /1 usdt-trc20 of deposit:made up:1 were moved from .* to .*_deposits:usdt-trc20 .* but 0 were/,
  },
  {
    name: "more taken from deposit addresses than had arrived",
    check: "deposit_addresses_hold_what_is_booked",
    sql: () =>
      "update account set credits_posted = debits_posted + 5 where id = 'assets:sandbox-tron_deposits:usdt-trc20'",
    says: () => /assets:sandbox-tron_deposits:usdt-trc20 is -5 usdt-trc20: more has left/,
  },
  {
    name: "a part of a sweep that is said to have been taken back before it arrived",
    check: "sweeps_match_their_transfers",
    sql: () =>
      `insert into transfer (id, kind, debit_account, credit_account, asset, amount, code, at)
        select 'sweep:' || id || ':gone', 'posted', 'assets:sandbox-tron_deposits:usdt-trc20',
          'assets:sandbox-tron:usdt-trc20', 'usdt-trc20', 1, 'rebalance', now() from outgoing where kind = 'sweep'`,
    says: () => /is sending, but its hold is \d+ \(open\), .* and 1 as taken back with its payments/,
  },
  {
    name: "a payment taken back that its sweep brought to where the rail pays out",
    check: "payments_taken_back_cost_their_sweep",
    sql: () =>
      `with arrived as (
          update outgoing set status = 'sent', settled_at = now(), rail_tx_id = 'x'
            where kind = 'sweep' and asset = 'usdt-trc20' returning id
        ), held as (select h.* from transfer h join arrived on h.id = 'sweep:' || arrived.id)
        insert into transfer (id, kind, debit_account, credit_account, asset, amount, code, pending_id, at)
          select id || ':arrived', 'post', debit_account, credit_account, asset, amount, code, id, now() from held
          union all select d.id || ':back', 'posted', 'reserve:' || d.asset, d.debit_account, d.asset, d.amount, d.code, null, now()
            from transfer d join held on held.credit_account = d.debit_account
            where d.code = 'deposit' and d.amount = 1000000`,
    says: () => /1000000 usdt-trc20 of deposit:\S+:1 were taken back after swp_\S+ .* but 0 came back/,
  },
  {
    name: "a payment that is said to be missing in a sweep which had not moved it",
    check: "sweeps_bear_only_what_they_moved",
    sql: () =>
      `insert into transfer (id, kind, debit_account, credit_account, asset, amount, code, at)
        select h.id || ':gone:' || regexp_replace(b.id, ':back$', ''), 'posted', h.credit_account, h.debit_account, h.asset,
            b.amount, h.code, now()
          from transfer h join transfer b on b.credit_account = h.credit_account and b.id like 'deposit:%:back'
          where h.id = ${hold}`,
    says: () => /usdt-trc20 of deposit:\S+:1 are booked as missing in the sweep swp_\S+, which had not moved them/,
  },
  {
    name: "a withdrawal that is said to await cash",
    check: "withdrawals_await_cash_once",
    sql: () => "update withdrawal set awaits_cash = true where id = 'wd_sent'",
    says: () => /wd_sent is completed, but its other hold withdrawal:wd_sent:net of 99000000 usdt-trc20 is there too/,
  },
];
