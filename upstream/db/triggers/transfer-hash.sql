-- The hash of a transfer: every column of it, its positions in the chains of its two accounts and the hashes before it. A record's
-- text quotes its fields, so no two transfers share one; the time is a number, because its text depends on the session's time
-- zone. The causes are in the hash from the transfer on whose `seq` is above the number in here. It is 0 in a database that began
-- with the baseline and another in older ones: no migration may replace this function.
CREATE OR REPLACE FUNCTION transfer_hash_of(
      moved public.transfer, debit_no bigint, credit_no bigint, debit_before bytea, credit_before bytea
    ) RETURNS bytea LANGUAGE sql STABLE PARALLEL SAFE AS $$
      SELECT sha256(convert_to(ROW(
        moved.id, moved.kind, moved.debit_account, moved.credit_account, moved.asset, moved.amount, moved.code,
        moved.pending_id, moved.fact, moved.order_ref, extract(epoch from moved.at), moved.seq,
        debit_no, credit_no, encode(debit_before, 'hex'), encode(credit_before, 'hex')
      )::text || CASE WHEN moved.seq <= 0 THEN '' ELSE ROW(
        moved.payment_id, moved.outgoing_id, moved.deposit_id, moved.withdrawal_id, moved.reward_id,
        moved.affiliate_payout_id, moved.closing_id, moved.audit_id, moved.caused_by
      )::text END, 'UTF8'))
    $$;
