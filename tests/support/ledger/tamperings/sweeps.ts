import type { Tampering } from "./tampering.ts";

const hold = "(select id from transfer where id like 'sweep:%' and kind = 'pending')";

/** Money at deposit addresses, and its sweep. */
export const ofSweeps: readonly Tampering[] = [
  {
    name: "a part of a sweep at an address that has received nothing",
    check: "deposit_addresses_were_swept_by_their_parts",
    sql: () =>
      "update sweep_part set address = 'TWd4WrZ9wn84f5x1hZhL4DHvk738ns5jwb' where ctid = (select ctid from sweep_part where state = 'open' limit 1)",
    says: () => /address TWd4WrZ9wn84f5x1hZhL4DHvk738ns5jwb of \S+ is said to be swept of 0/,
  },
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
    check: "what_leaves_deposit_addresses_has_its_cause",
    sql: () => "delete from outgoing where kind = 'sweep'",
    says: () =>
      /sweep:swp_.* moves \d+ usdt-trc20 from .*_deposits:usdt-trc20 to .*, but no sweep and no payment explains it/,
  },
  {
    name: "a move between our places that passes for a sweep",
    check: "what_leaves_deposit_addresses_has_its_cause",
    sql: () =>
      `insert into transfer (id, kind, debit_account, credit_account, asset, amount, code, outgoing_id, at)
        values ('sweep:made up', 'posted', 'assets:sandbox-bitcoin:btc', 'reserve:btc', 'btc', 1, 'rebalance', 'made up', now())`,
    says: () => /sweep:made up moves 1 btc from reserve:btc to assets:sandbox-bitcoin:btc, but no sweep/,
  },
  {
    name: "a deposit that is said to have arrived where it can be paid out",
    check: "deposits_lie_where_they_arrived",
    sql: () => "update deposit set place = 'hot' where place = 'deposits'",
    says: () => /arrived at hot, but deposit:.* usdt-trc20 at assets:sandbox-tron_deposits:usdt-trc20/,
  },
  {
    name: "a move back to deposit addresses that nothing was taken back from",
    check: "what_leaves_deposit_addresses_has_its_cause",
    sql: () =>
      `insert into transfer (id, kind, debit_account, credit_account, asset, amount, code, deposit_id, at)
        values ('deposit:made up:1:back-swept', 'posted', 'assets:sandbox-tron_deposits:usdt-trc20',
          'assets:sandbox-tron:usdt-trc20', 'usdt-trc20', 1, 'rebalance', 'made up', now())`,
    says: () =>
      /deposit:made up:1:back-swept moves 1 usdt-trc20 from .* to .*_deposits:usdt-trc20, but no sweep and no payment/,
  },
  {
    name: "more taken from deposit addresses than had arrived",
    check: "deposit_addresses_hold_what_is_booked",
    sql: () =>
      "update account set credits_posted = debits_posted + 5 where id = 'assets:sandbox-tron_deposits:usdt-trc20'",
    says: () => /assets:sandbox-tron_deposits:usdt-trc20 is -5 usdt-trc20, but \d+ lies at its addresses/,
  },
  {
    name: "an address that is said to have received more than its payments",
    check: "deposit_addresses_have_received_their_payments",
    sql: () => "update address_balance set arrived = arrived + 5 where asset = 'usdt-trc20'",
    says: () => /address T.* of sandbox-tron is said to have received \d+5 usdt-trc20, but its payments come to \d+0\./,
  },
  {
    name: "an address that is said to be swept",
    check: "deposit_addresses_were_swept_by_their_parts",
    sql: () => "update address_balance set swept = swept + 5 where asset = 'usdt-trc20'",
    says: () => /address T.* of sandbox-tron is said to be swept of 5 usdt-trc20, but its parts of sweeps come to 0/,
  },
  {
    name: "a part of a sweep that is said to have come back before it arrived",
    check: "sweeps_match_their_transfers",
    sql: () =>
      `insert into transfer (id, kind, debit_account, credit_account, asset, amount, code, outgoing_id, at)
        select 'sweep:' || id || ':returned', 'posted', 'assets:sandbox-tron_deposits:usdt-trc20',
          'assets:sandbox-tron:usdt-trc20', 'usdt-trc20', 1, 'rebalance', id, now() from outgoing where kind = 'sweep'`,
    says: () =>
      /is sending, but its hold is \d+ \(open\), 0 is booked as arrived \(0 by its addresses\) and 1 as returned/,
  },
  {
    name: "an address that is said to have more of our own money than its sweeps have left",
    check: "deposit_addresses_hold_our_own_money",
    sql: () => "update address_balance set ours = ours + 5 where asset = 'usdt-trc20'",
    says: () => /assets:sandbox-tron_dust:usdt-trc20 is 0 usdt-trc20, but the addresses have \d*[05] of it/,
  },
  {
    name: "an address with our own money that no sweep explains",
    check: "our_own_money_at_an_address_has_its_sweeps",
    sql: () => "update address_balance set ours = ours + 5 where asset = 'usdt-trc20'",
    says: () =>
      /address T.* of sandbox-tron is said to have 5 usdt-trc20 of our own, but its parts of sweeps come to 0/,
  },
  {
    name: "a top-up of an address that was not booked",
    check: "sweeps_have_paid_what_their_addresses_say",
    sql: () => "update sweep_part set gas_asset = 'trx', topped_up = 7, top_up_fee = 1",
    says: () => /sweep swp_.* say .* \d+ \d 0 0, but nothing is booked/,
  },
  {
    name: "a part of a sweep of another amount",
    check: "sweeps_match_their_parts",
    sql: () => "update sweep_part set amount = amount + 7",
    says: () => /sweep swp_.* of \d+ usdt-trc20 is sending, but its addresses come to 17010000\d\d \(open\)/,
  },
  {
    name: "a part of a sweep under way that is said to have arrived",
    check: "sweeps_match_their_parts",
    sql: () => "update sweep_part set state = 'arrived'",
    says: () => /sweep swp_.* is sending, but its addresses come to \d+ \(arrived\)/,
  },
  {
    name: "a payment that two sweeps move",
    check: "payments_are_in_one_sweep",
    sql: () =>
      `insert into outgoing select (jsonb_populate_record(o, '{"id": "swp_other", "status": "sent", "rail_tx_id": "x",
          "settled_at": "2026-11-21T12:00:00Z"}')).* from outgoing o where kind = 'sweep' and asset = 'usdt-trc20';
        insert into sweep_part (sweep_id, address, amount, payments, state)
          select 'swp_other', address, amount, payments, 'arrived' from sweep_part where sweep_id <> 'swp_other'`,
    says: () => /payment .* at T.* of sandbox-tron is moved by more than one sweep: swp_.*, swp_/,
  },
  {
    name: "a withdrawal that is said to await cash",
    check: "withdrawals_await_cash_once",
    sql: () => "update withdrawal set awaits_cash = true where id = 'wd_sent'",
    says: () => /wd_sent is completed, but its other hold withdrawal:wd_sent:net of 99000000 usdt-trc20 is there too/,
  },
];
