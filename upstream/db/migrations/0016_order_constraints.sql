-- First, since every change of an order begins there: taken in another order than writers do, the locks below would
-- deadlock with them.
LOCK TABLE "exchange_order" IN ACCESS EXCLUSIVE MODE;
--> statement-breakpoint
-- NOT VALID: the rows that are there are checked in a later migration, without keeping others from writing.
ALTER TABLE "promo_use" ADD CONSTRAINT "promo_use_order_ref_exchange_order_ref_fk" FOREIGN KEY ("order_ref") REFERENCES "exchange_order"("ref") NOT VALID;
--> statement-breakpoint
ALTER TABLE "promo_use" ADD CONSTRAINT "promo_use_code_promo_code_fk" FOREIGN KEY ("code") REFERENCES "promo"("code") NOT VALID;
--> statement-breakpoint
ALTER TABLE "exchange_order" ADD CONSTRAINT "exchange_order_owner_id_member_id_fk" FOREIGN KEY ("owner_id") REFERENCES "member"("id") NOT VALID;
--> statement-breakpoint
ALTER TABLE "order_event" ADD CONSTRAINT "order_event_order_ref_exchange_order_ref_fk" FOREIGN KEY ("order_ref") REFERENCES "exchange_order"("ref") NOT VALID;
--> statement-breakpoint
ALTER TABLE "order_note" ADD CONSTRAINT "order_note_order_ref_exchange_order_ref_fk" FOREIGN KEY ("order_ref") REFERENCES "exchange_order"("ref") ON DELETE cascade NOT VALID;
--> statement-breakpoint
ALTER TABLE "outgoing" ADD CONSTRAINT "outgoing_order_ref_exchange_order_ref_fk" FOREIGN KEY ("order_ref") REFERENCES "exchange_order"("ref") NOT VALID;
--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_order_ref_exchange_order_ref_fk" FOREIGN KEY ("order_ref") REFERENCES "exchange_order"("ref") NOT VALID;
--> statement-breakpoint
ALTER TABLE "exchange_order" ADD CONSTRAINT "exchange_order_status_check" CHECK ("status" in ('draft', 'awaiting_payment', 'payment_reported', 'confirming', 'on_hold', 'processing', 'sending', 'completed', 'refund_pending', 'refunding', 'refunded', 'expired', 'cancelled', 'failed', 'disputed', 'charged_back')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "exchange_order" ADD CONSTRAINT "exchange_order_condition_check" CHECK ("condition" in ('none', 'exact', 'partial', 'over', 'late', 'multiple', 'wrong_asset')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "exchange_order" ADD CONSTRAINT "exchange_order_resting_status_check" CHECK ("resting_status" in ('completed', 'refunded', 'expired', 'cancelled', 'failed', 'charged_back')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "exchange_order" ADD CONSTRAINT "exchange_order_side_check" CHECK ("side" in ('from', 'to')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "exchange_order" ADD CONSTRAINT "exchange_order_hold_reason_check" CHECK ("hold_reason" in ('amount_mismatch', 'late_payment', 'rate_moved', 'below_minimum', 'wrong_asset', 'refund_address_missing', 'dispute', 'aml_check', 'kyc_required', 'sender_mismatch', 'gateway_review', 'new_user_delay', 'reserve_low', 'payout_error', 'manual_review')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "exchange_order" ADD CONSTRAINT "exchange_order_payin_method_check" CHECK ("payin_method" in ('crypto_address', 'hosted_gateway', 'paypal_invoice', 'paypal_transfer', 'balance')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "exchange_order" ADD CONSTRAINT "exchange_order_amounts" CHECK (from_amount > 0 and to_amount >= 0 and received >= 0 and sent >= 0) NOT VALID;
--> statement-breakpoint
ALTER TABLE "exchange_order" ADD CONSTRAINT "exchange_order_price" CHECK (service_bps between 0 and 10000 and bonus_bps >= 0 and fixed_bonus >= 0 and payout_fee >= 0 and service_fee >= 0 and bonus >= 0) NOT VALID;
--> statement-breakpoint
ALTER TABLE "exchange_order" ADD CONSTRAINT "exchange_order_hold" CHECK ((hold_reason is null) = (hold_since is null) and (hold_reason is null) = (hold_deadline is null) and (hold_reason is not null or hold_offer is null)) NOT VALID;
--> statement-breakpoint
ALTER TABLE "exchange_order" ADD CONSTRAINT "exchange_order_held" CHECK (case when hold_reason is null then status <> 'on_hold' else status in ('on_hold', 'refund_pending') end) NOT VALID;
--> statement-breakpoint
ALTER TABLE "exchange_order" ADD CONSTRAINT "exchange_order_executed" CHECK (payin_method is not null or status in ('draft', 'expired', 'cancelled')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "order_event" ADD CONSTRAINT "order_event_from_status_check" CHECK ("from_status" in ('draft', 'awaiting_payment', 'payment_reported', 'confirming', 'on_hold', 'processing', 'sending', 'completed', 'refund_pending', 'refunding', 'refunded', 'expired', 'cancelled', 'failed', 'disputed', 'charged_back')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "order_event" ADD CONSTRAINT "order_event_to_status_check" CHECK ("to_status" in ('draft', 'awaiting_payment', 'payment_reported', 'confirming', 'on_hold', 'processing', 'sending', 'completed', 'refund_pending', 'refunding', 'refunded', 'expired', 'cancelled', 'failed', 'disputed', 'charged_back')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "order_event" ADD CONSTRAINT "order_event_by_check" CHECK ("by" in ('client', 'system', 'operator', 'rail')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "outgoing" ADD CONSTRAINT "outgoing_kind_check" CHECK ("kind" in ('payout', 'refund')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "outgoing" ADD CONSTRAINT "outgoing_status_check" CHECK ("status" in ('sending', 'sent', 'returned', 'failed')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "outgoing" ADD CONSTRAINT "outgoing_alarm_check" CHECK ("alarm" in ('sent_after_failure', 'other_transaction')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "outgoing" ADD CONSTRAINT "outgoing_amounts" CHECK (amount > 0 and fee >= 0 and attempt > 0 and (fee > 0) = (fee_transfer_id is not null)) NOT VALID;
--> statement-breakpoint
ALTER TABLE "outgoing" ADD CONSTRAINT "outgoing_settled" CHECK ((status = 'sending') = (settled_at is null)) NOT VALID;
--> statement-breakpoint
ALTER TABLE "outgoing" ADD CONSTRAINT "outgoing_transaction" CHECK (status <> 'sent' or rail_tx_id is not null) NOT VALID;
--> statement-breakpoint
ALTER TABLE "outgoing" ADD CONSTRAINT "outgoing_other_transaction" CHECK (alarm is distinct from 'other_transaction' or other_tx_id is not null) NOT VALID;
--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_status_check" CHECK ("status" in ('seen', 'final', 'vanished')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_on_time_check" CHECK ("on_time" in ('in_window', 'in_grace', 'late')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_amounts" CHECK (amount > 0 and rail_fee >= 0) NOT VALID;
--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_final" CHECK (status <> 'final' or final_at is not null) NOT VALID;
