const columns =
  "id, order_ref, deposit_id, closing_id, withdrawal_id, rail, asset, amount, account, status, created_at, ended_at";

/** A payout of what `wd_1` left behind, with one value replaced. */
function payout(replaced: Record<string, string> = {}): string {
  const values: Record<string, string> = {
    ...{ id: "'ucp_x'", order_ref: "null", deposit_id: "null", closing_id: "null", withdrawal_id: "'wd_1'" },
    ...{
      rail: "'sandbox-bitcoin'",
      asset: "'btc'",
      amount: "1",
      account: "'a'",
      status: "'sending'",
      created_at: "now()",
      ended_at: "null",
    },
    ...replaced,
  };
  return `insert into unclaimed_payout (${columns}) values (${columns
    .split(", ")
    .map((name) => values[name])
    .join(", ")})`;
}

const of = (column: string, value: string) => payout({ withdrawal_id: "null", [column]: value });

/** SQL that would leave a row which the constraint of this name refuses. */
export const brokenUnclaimed: readonly [constraint: string, sql: string][] = [
  ["unclaimed_payout_status_check", payout({ status: "'lost'", ended_at: "now()" })],
  ["unclaimed_payout_origin", payout({ withdrawal_id: "null" })],
  ["unclaimed_payout_amount", payout({ amount: "0" })],
  ["unclaimed_payout_ended", payout({ status: "'sent'" })],
  ["unclaimed_payout_order_ref_exchange_order_ref_fk", of("order_ref", "'NOBODY'")],
  ["unclaimed_payout_deposit_id_deposit_id_fk", of("deposit_id", "'dep_nobody'")],
  ["unclaimed_payout_closing_id_account_closing_member_id_fk", of("closing_id", "'us_nobody'")],
  ["unclaimed_payout_withdrawal_id_withdrawal_id_fk", of("withdrawal_id", "'wd_nobody'")],
  [
    "payout_destination_unclaimed_payout_id_unclaimed_payout_id_fk",
    `insert into payout_destination (unclaimed_payout_id, kind, asset, amount, account, confirmed_by, proof, actor, at)
      values ('ucp_nobody', 'unclaimed_payout', 'btc', 1, 'a', 'operator', 'operator', 'olga', now())`,
  ],
];
