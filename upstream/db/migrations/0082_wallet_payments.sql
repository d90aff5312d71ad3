CREATE TABLE "payout_destination" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payout_destination_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_ref" text,
	"withdrawal_id" text,
	"kind" text NOT NULL,
	"asset" text NOT NULL,
	"amount" numeric(38,0),
	"account" text NOT NULL,
	"memo" text,
	"confirmed_by" text NOT NULL,
	"proof" text NOT NULL,
	"actor" text,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payout_destination_kind_check" CHECK ("kind" in ('payout', 'refund', 'wrong_refund', 'withdrawal')),
	CONSTRAINT "payout_destination_confirmed_by_check" CHECK ("confirmed_by" in ('customer', 'member', 'operator', 'earlier_version')),
	CONSTRAINT "payout_destination_proof_check" CHECK ("proof" in ('authenticator', 'email_code', 'order_link', 'operator', 'unknown')),
	CONSTRAINT "payout_destination_owner" CHECK ((kind = 'withdrawal') = (withdrawal_id is not null) and (kind = 'withdrawal') = (order_ref is null)),
	CONSTRAINT "payout_destination_amount" CHECK ((amount is null or amount > 0) and (kind <> 'withdrawal' or amount is not null)),
	CONSTRAINT "payout_destination_actor" CHECK ((confirmed_by = 'operator') = (actor is not null))
);
--> statement-breakpoint
ALTER TABLE "security_event" DROP CONSTRAINT "security_event_event_check";--> statement-breakpoint
ALTER TABLE "exchange_order" DROP CONSTRAINT "exchange_order_hold_reason_check";--> statement-breakpoint
ALTER TABLE "order_event" DROP CONSTRAINT "order_event_from_hold_reason_check";--> statement-breakpoint
ALTER TABLE "exchange_order" ADD COLUMN "payout_usable_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "exchange_order" ADD COLUMN "wallet_paid_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "exchange_order" ADD COLUMN "wallet_worth_usd" numeric(38,0);--> statement-breakpoint
ALTER TABLE "payout_destination" ADD CONSTRAINT "payout_destination_order_ref_exchange_order_ref_fk" FOREIGN KEY ("order_ref") REFERENCES "public"."exchange_order"("ref") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_destination" ADD CONSTRAINT "payout_destination_withdrawal_id_withdrawal_id_fk" FOREIGN KEY ("withdrawal_id") REFERENCES "public"."withdrawal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payout_destination_order" ON "payout_destination" USING btree ("order_ref","kind","seq") WHERE order_ref is not null;--> statement-breakpoint
CREATE INDEX "payout_destination_withdrawal" ON "payout_destination" USING btree ("withdrawal_id","seq") WHERE withdrawal_id is not null;--> statement-breakpoint
CREATE INDEX "order_wallet_paid" ON "exchange_order" USING btree ("owner_id","wallet_paid_at") WHERE wallet_paid_at is not null;--> statement-breakpoint
ALTER TABLE "security_event" ADD CONSTRAINT "security_event_event_check" CHECK ("event" in ('registered', 'signed_in', 'sign_in_failed', 'two_factor_failed', 'signed_out', 'sessions_revoked', 'password_changed', 'password_reset', 'two_factor_enabled', 'two_factor_disabled', 'recovery_code_used', 'google_linked', 'email_changed', 'phrase_changed', 'closed', 'unlocked', 'withdrawal_reported', 'account_frozen', 'wallet_paid', 'withdrawals_frozen', 'withdrawals_unfrozen', 'addresses_only_on', 'addresses_only_off', 'address_requested', 'address_saved', 'address_renamed', 'address_deleted', 'addresses_dropped', 'data_exported')) NOT VALID;--> statement-breakpoint
ALTER TABLE "exchange_order" ADD CONSTRAINT "exchange_order_hold_reason_check" CHECK ("hold_reason" in ('amount_mismatch', 'late_payment', 'rate_moved', 'below_minimum', 'wrong_asset', 'refund_address_missing', 'dispute', 'aml_check', 'kyc_required', 'sender_mismatch', 'gateway_review', 'new_user_delay', 'new_payout_account', 'reserve_low', 'payout_error', 'manual_review')) NOT VALID;--> statement-breakpoint
ALTER TABLE "order_event" ADD CONSTRAINT "order_event_from_hold_reason_check" CHECK ("from_hold_reason" in ('amount_mismatch', 'late_payment', 'rate_moved', 'below_minimum', 'wrong_asset', 'refund_address_missing', 'dispute', 'aml_check', 'kyc_required', 'sender_mismatch', 'gateway_review', 'new_user_delay', 'new_payout_account', 'reserve_low', 'payout_error', 'manual_review')) NOT VALID;;--> statement-breakpoint
-- What was confirmed never changes; erasing personal data is the exception.
CREATE FUNCTION payout_destination_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'UPDATE' AND new.account = '' AND new.memo IS NULL
      AND (to_jsonb(new) - 'account' - 'memo') = (to_jsonb(old) - 'account' - 'memo') THEN
    RETURN new;
  END IF;
  RAISE EXCEPTION 'what was confirmed for % does not change', coalesce(old.order_ref, old.withdrawal_id)
    USING ERRCODE = 'check_violation', CONSTRAINT = 'payout_destination_stays';
END $$;
--> statement-breakpoint
CREATE TRIGGER payout_destination_stays BEFORE UPDATE OR DELETE ON payout_destination
  FOR EACH ROW EXECUTE FUNCTION payout_destination_stays();
--> statement-breakpoint
-- Open orders and withdrawals: stated as they are now; what changes after this is compared with it.
INSERT INTO payout_destination (order_ref, kind, asset, account, memo, confirmed_by, proof, at)
  SELECT o.ref, a.kind, a.asset, a.account, a.memo, 'earlier_version', 'unknown', now()
    FROM exchange_order o CROSS JOIN LATERAL (VALUES
      ('payout', o.to_asset, CASE WHEN o.payout_to_wallet THEN NULL ELSE o.payout_account END, o.payout_memo),
      ('refund', o.from_asset, o.refund_account, o.refund_memo),
      ('wrong_refund', o.from_asset, o.wrong_refund_account, NULL)) a(kind, asset, account, memo)
    WHERE o.status IN ('awaiting_payment', 'payment_reported', 'confirming', 'on_hold', 'processing', 'sending', 'refund_pending', 'refunding', 'disputed')
      AND coalesce(a.account, '') <> '';
--> statement-breakpoint
INSERT INTO payout_destination (withdrawal_id, kind, asset, amount, account, memo, confirmed_by, proof, at)
  SELECT id, 'withdrawal', asset, amount - fee, account, memo, 'earlier_version', 'unknown', now()
    FROM withdrawal WHERE confirmed_at IS NOT NULL AND ended_at IS NULL AND account <> '';
--> statement-breakpoint
INSERT INTO audit (id, actor, action, subject, reason, details, at)
  VALUES ('aud_first:destinations', 'upgrade', 'destinations_kept', 'payouts', 'from here on', '{}', now());
