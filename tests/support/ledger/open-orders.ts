import type { Database } from "../../../upstream/db/database.ts";

/** Orders that wait for their payment, for tests of the ledger alone: their accounts and transfers refer to them. */
export async function openOrders(db: Pick<Database, "query">, ...refs: string[]): Promise<void> {
  await db.query(openOrder(refs));
}

/** The same as SQL; fits the tables of every version. */
export function openOrder(refs: readonly string[]): string {
  const rows = refs.map(
    (ref) => `('${ref}', 'btc_paypal-usd', 'btc', 'paypal-usd', 'awaiting_payment', 'none', 'qt_1', 'from', 100, 900,
      '0.9', '0.9', 'sandbox', 0, 0, 0, 0, 0, 0, now(), 0, 0, 'crypto_address', '{}', 'en', now(), now(), now())`,
  );
  return `insert into exchange_order (ref, pair_id, from_asset, to_asset, status, condition, quote_id, side, from_amount,
      to_amount, rate, reference_rate, reference_source, service_bps, bonus_bps, fixed_bonus, payout_fee, service_fee,
      bonus, quote_expires_at, received, sent, payin_method, payout_extra, language, created_at, updated_at, checked_at)
    values ${rows.join(", ")} on conflict do nothing`;
}
