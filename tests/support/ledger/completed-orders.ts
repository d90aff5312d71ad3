/** Transfers of one order made by `completedOrders`. */
export const transfersPerOrder = 6;

/**
 * SQL for completed exchanges of 10 USDT for 9 USD with all rows that belong to them, as the service writes them: for
 * books too large to be made by the service. Needs the demo market. `first` and `last` number the orders.
 */
export function completedOrders(first: number, last: number): string {
  return `with numbered as (
      select 'M' || lpad(n::text, 9, '0') as ref, date_trunc('milliseconds', now()) as at
        from generate_series(${first}, ${last}) n
    ), ordered as (
      insert into exchange_order (ref, pair_id, from_asset, to_asset, status, condition, version, quote_id, side,
          from_amount, to_amount, rate, reference_rate, reference_source, service_bps, bonus_bps, fixed_bonus, payout_fee,
          service_fee, bonus, quote_expires_at, received, sent, payin_method, payout_account, payout_extra, language,
          created_at, updated_at, checked_at)
        select ref, 'usdt-trc20_paypal-usd', 'usdt-trc20', 'paypal-usd', 'completed', 'exact', 5, 'q_' || ref, 'from',
          10000000, 900, '0.9', '0.9', 'sandbox', 0, 0, 0, 0, 0, 0, at, 10000000, 900, 'crypto_address',
          'someone@example.com', '{}', 'en', at, at, at from numbered
    ), paid as (
      insert into payment (id, order_ref, rail, rail_payment_id, asset, amount, rail_fee, status, confirmations, required,
          rate_at_sight, on_time, seen_at, final_at)
        select 'sandbox-tron:' || ref, ref, 'sandbox-tron', ref, 'usdt-trc20', 10000000, 0, 'final', 20, 20, '0.9',
          'in_window', at, at from numbered
    ), cleared as (
      insert into payout_clearance (id, rule, source, destination, caused_by, proof, second_person, notice, decided_at)
        select ref || '-payout-1', 'gone_already', 'order', 'gone', 'rail', 'none', 'none', 'order', at from numbered
    ), confirmed as (
      insert into payout_destination (order_ref, kind, asset, account, confirmed_by, proof, at)
        select ref, 'payout', 'paypal-usd', 'someone@example.com', 'customer', 'order_link', at from numbered
    ), sent as (
      insert into outgoing (id, order_ref, kind, attempt, rail, asset, amount, fee, account, status, transfer_id,
          rail_tx_id, created_at, settled_at)
        select ref || '-payout-1', ref, 'payout', 1, 'sandbox-paypal', 'paypal-usd', 900, 0, 'someone@example.com', 'sent',
          ref || ':3:payout', 'tx-' || ref, at, at from numbered
    ), told as (
      insert into order_event (id, order_ref, version, event, from_status, to_status, by, at)
        select 'ev_' || ref || version, ref, version, event, from_status, to_status, by, at from numbered, (values
          (1, 'opened', null, 'draft', 'client'),
          (2, 'execute', 'draft', 'awaiting_payment', 'client'),
          (3, 'payment_final', 'awaiting_payment', 'processing', 'rail'),
          (4, 'payout_started', 'processing', 'sending', 'system'),
          (5, 'payout_done', 'sending', 'completed', 'rail')
        ) as steps (version, event, from_status, to_status, by)
    )
    insert into account (id, asset, normal, floor, order_ref, created_at)
      select 'order:' || ref || ':' || asset, asset, 'credit', 'available', ref, at
        from numbered, (values ('usdt-trc20'), ('paypal-usd')) as sides (asset);
    insert into transfer (id, kind, debit_account, credit_account, asset, amount, code, pending_id, order_ref, at)
      select replace(id, '%', ref), kind, replace(debit, '%', ref), replace(credit, '%', ref), asset, amount, code,
          replace(pending_id, '%', ref), ref, date_trunc('milliseconds', now())
        from (select 'M' || lpad(n::text, 9, '0') as ref from generate_series(${first}, ${last}) n) as numbered, (values
          (1, '%:1:reserve', 'pending', 'reserve:paypal-usd', 'order:%:paypal-usd', 'paypal-usd', 900, 'payout_hold', null),
          (2, 'payin:sandbox-tron:%', 'posted', 'assets:sandbox-tron:usdt-trc20', 'order:%:usdt-trc20', 'usdt-trc20',
            10000000, 'payin', null),
          (3, '%:2:conversion', 'posted', 'order:%:usdt-trc20', 'reserve:usdt-trc20', 'usdt-trc20', 10000000, 'conversion',
            null),
          (4, '%:1:reserve:post', 'post', 'reserve:paypal-usd', 'order:%:paypal-usd', 'paypal-usd', 900, 'payout_hold',
            '%:1:reserve'),
          (5, '%:3:payout', 'pending', 'order:%:paypal-usd', 'assets:sandbox-paypal:paypal-usd', 'paypal-usd', 900,
            'payout', null),
          (6, '%:3:payout:post', 'post', 'order:%:paypal-usd', 'assets:sandbox-paypal:paypal-usd', 'paypal-usd', 900,
            'payout', '%:3:payout')
        ) as steps (step, id, kind, debit, credit, asset, amount, code, pending_id)
        order by ref, step`;
}
