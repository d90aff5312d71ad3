/** A withdrawal of `us_1` that has ended. */
export const withdrawalRow = `
  insert into withdrawal (id, member_id, source, asset, rail, amount, fee, account, worth_usd, status, reason, confirm_with,
      request_hash, usable_at, confirm_by, ended_at, created_at, updated_at)
    values ('wd_1', 'us_1', 'wallet', 'btc', 'sandbox-bitcoin', 10, 1, 'address', 10, 'cancelled', 'by_member', 'email',
      'hash', now(), now(), now(), now(), now());`;

/** SQL that would leave a row which the constraint of this name refuses. */
export const brokenWithdrawals: readonly [constraint: string, sql: string][] = [
  ["withdrawal_source_check", "update withdrawal set source = 'sofa'"],
  ["withdrawal_status_check", "update withdrawal set status = 'lost', confirmed_at = now(), ended_at = null"],
  ["withdrawal_reason_check", "update withdrawal set reason = 'mood'"],
  ["withdrawal_confirm_with_check", "update withdrawal set confirm_with = 'smile'"],
  ["withdrawal_amounts", "update withdrawal set fee = amount"],
  ["withdrawal_ended", "update withdrawal set ended_at = null"],
  ["withdrawal_confirmed", "update withdrawal set status = 'completed'"],
  [
    "withdrawal_member_id_member_id_fk",
    "update withdrawal set member_id = 'us_nobody' where id = (select min(id) from withdrawal)",
  ],
  [
    "outgoing_withdrawal_id_withdrawal_id_fk",
    "alter table outgoing disable trigger outgoing_identity_stays; update outgoing set kind = 'withdrawal', withdrawal_id = 'wd_nobody', order_ref = null where id = (select min(id) from outgoing where kind = 'payout')",
  ],
  ["email_code_subject", "update email_code set subject = 'wd_1'"],
  ["asset_withdrawals", "update asset set withdraw_fee = -1"],
];
