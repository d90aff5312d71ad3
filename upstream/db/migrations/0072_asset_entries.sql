-- From now on operators' commands set what an asset costs and its minimums, and each leaves an entry. What has none yet was put
-- in by a first start, or by SQL: that is stated as it is now, and the audit of the books finds what changes after this.
INSERT INTO audit (id, actor, action, subject, reason, details, at)
SELECT 'aud_first:asset_changed:' || a.id, 'upgrade', 'asset_changed', a.id, 'as it was at the upgrade',
    jsonb_build_object('before', NULL, 'after', jsonb_build_object(
      'receiveEnabled', a.receive_enabled, 'sendEnabled', a.send_enabled, 'confirmations', a.confirmations,
      'toleranceBps', a.tolerance_bps, 'refundFee', a.refund_fee::text, 'minDeposit', a.min_deposit::text,
      'withdrawFee', a.withdraw_fee::text, 'minWithdraw', a.min_withdraw::text)), now()
  FROM asset a
  WHERE NOT EXISTS (SELECT 1 FROM audit e WHERE e.action = 'asset_changed' AND e.subject = a.id);
