-- First, since every change of an order begins there: taken in another order than writers do, the locks below would
-- deadlock with them.
LOCK TABLE "exchange_order" IN ACCESS EXCLUSIVE MODE;
--> statement-breakpoint
-- NOT VALID: the rows that are there are checked in a later migration, without keeping others from writing.
CREATE INDEX "avatar_member" ON "avatar" USING btree ("member_id");
--> statement-breakpoint
CREATE INDEX "email_code_member" ON "email_code" USING btree ("member_id");
--> statement-breakpoint
CREATE INDEX "sign_in_step_member" ON "sign_in_step" USING btree ("member_id");
--> statement-breakpoint
CREATE INDEX "gateway_session_order" ON "gateway_session" USING btree ("order_ref");
--> statement-breakpoint
CREATE INDEX "order_note_order" ON "order_note" USING btree ("order_ref");
--> statement-breakpoint
ALTER TABLE "avatar" ADD CONSTRAINT "avatar_member_id_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE cascade NOT VALID;
--> statement-breakpoint
ALTER TABLE "email_code" ADD CONSTRAINT "email_code_member_id_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE cascade NOT VALID;
--> statement-breakpoint
ALTER TABLE "google_identity" ADD CONSTRAINT "google_identity_member_id_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE cascade NOT VALID;
--> statement-breakpoint
ALTER TABLE "member_password" ADD CONSTRAINT "member_password_member_id_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE cascade NOT VALID;
--> statement-breakpoint
ALTER TABLE "member_session" ADD CONSTRAINT "member_session_member_id_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE cascade NOT VALID;
--> statement-breakpoint
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_member_id_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE cascade NOT VALID;
--> statement-breakpoint
ALTER TABLE "saved_address" ADD CONSTRAINT "saved_address_member_id_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE cascade NOT VALID;
--> statement-breakpoint
ALTER TABLE "sign_in_step" ADD CONSTRAINT "sign_in_step_member_id_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE cascade NOT VALID;
--> statement-breakpoint
ALTER TABLE "totp" ADD CONSTRAINT "totp_member_id_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE cascade NOT VALID;
--> statement-breakpoint
ALTER TABLE "gateway_session" ADD CONSTRAINT "gateway_session_order_ref_exchange_order_ref_fk" FOREIGN KEY ("order_ref") REFERENCES "exchange_order"("ref") ON DELETE cascade NOT VALID;
--> statement-breakpoint
ALTER TABLE "sandbox_session_event" ADD CONSTRAINT "sandbox_session_event_session_id_sandbox_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "sandbox_session"("id") NOT VALID;
--> statement-breakpoint
ALTER TABLE "pair" ADD CONSTRAINT "pair_from_asset_asset_id_fk" FOREIGN KEY ("from_asset") REFERENCES "asset"("id") NOT VALID;
--> statement-breakpoint
ALTER TABLE "pair" ADD CONSTRAINT "pair_to_asset_asset_id_fk" FOREIGN KEY ("to_asset") REFERENCES "asset"("id") NOT VALID;
--> statement-breakpoint
ALTER TABLE "reference_rate" ADD CONSTRAINT "reference_rate_pair_id_pair_id_fk" FOREIGN KEY ("pair_id") REFERENCES "pair"("id") NOT VALID;
--> statement-breakpoint
ALTER TABLE "sandbox_invoice" ADD CONSTRAINT "sandbox_invoice_order_ref_exchange_order_ref_fk" FOREIGN KEY ("order_ref") REFERENCES "exchange_order"("ref") ON DELETE cascade NOT VALID;
--> statement-breakpoint
ALTER TABLE "letter" ADD CONSTRAINT "letter_order_ref_exchange_order_ref_fk" FOREIGN KEY ("order_ref") REFERENCES "exchange_order"("ref") ON DELETE cascade NOT VALID;
--> statement-breakpoint
ALTER TABLE "order_taken" ADD CONSTRAINT "order_taken_order_ref_exchange_order_ref_fk" FOREIGN KEY ("order_ref") REFERENCES "exchange_order"("ref") ON DELETE cascade NOT VALID;
--> statement-breakpoint
ALTER TABLE "reserve_request" ADD CONSTRAINT "reserve_request_pair_id_pair_id_fk" FOREIGN KEY ("pair_id") REFERENCES "pair"("id") NOT VALID;
--> statement-breakpoint
ALTER TABLE "sandbox_step" ADD CONSTRAINT "sandbox_step_order_ref_exchange_order_ref_fk" FOREIGN KEY ("order_ref") REFERENCES "exchange_order"("ref") ON DELETE cascade NOT VALID;
--> statement-breakpoint
ALTER TABLE "unpaid_hold" ADD CONSTRAINT "unpaid_hold_order_ref_exchange_order_ref_fk" FOREIGN KEY ("order_ref") REFERENCES "exchange_order"("ref") NOT VALID;
--> statement-breakpoint
ALTER TABLE "email_code" ADD CONSTRAINT "email_code_purpose_check" CHECK ("purpose" in ('sign_up', 'reset', 'email_change')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "email_code" ADD CONSTRAINT "email_code_member_changes" CHECK (purpose <> 'email_change' or member_id is not null) NOT VALID;
--> statement-breakpoint
ALTER TABLE "security_event" ADD CONSTRAINT "security_event_event_check" CHECK ("event" in ('registered', 'signed_in', 'sign_in_failed', 'two_factor_failed', 'signed_out', 'sessions_revoked', 'password_changed', 'password_reset', 'two_factor_enabled', 'two_factor_disabled', 'recovery_code_used', 'google_linked', 'email_changed', 'closed', 'unlocked')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "security_event" ADD CONSTRAINT "security_event_method_check" CHECK ("method" in ('password', 'google', 'code', 'operator')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "shown_id_token" ADD CONSTRAINT "shown_id_token_state_check" CHECK ("state" in ('linking', 'factor', 'spent')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "sign_in_step" ADD CONSTRAINT "sign_in_step_method_check" CHECK ("method" in ('password', 'google')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "gateway_session" ADD CONSTRAINT "gateway_session_amount" CHECK (amount > 0) NOT VALID;
--> statement-breakpoint
ALTER TABLE "asset" ADD CONSTRAINT "asset_kind_check" CHECK ("kind" in ('crypto', 'ewallet')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "asset" ADD CONSTRAINT "asset_amounts" CHECK (decimals between 0 and 30 and confirmations >= 0 and tolerance_bps between 0 and 10000 and refund_fee >= 0) NOT VALID;
--> statement-breakpoint
ALTER TABLE "pair" ADD CONSTRAINT "pair_status_check" CHECK ("status" in ('active', 'paused', 'maintenance', 'hidden')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "pair" ADD CONSTRAINT "pair_terms" CHECK (margin_bps between -10000 and 10000 and service_bps between 0 and 9999 and payout_fee >= 0) NOT VALID;
--> statement-breakpoint
ALTER TABLE "pair" ADD CONSTRAINT "pair_limits" CHECK (min_from >= 0 and min_from <= max_from) NOT VALID;
--> statement-breakpoint
ALTER TABLE "promo" ADD CONSTRAINT "promo_kind_check" CHECK ("kind" in ('rate_bonus_bps', 'fee_discount_percent', 'fixed_bonus', 'free_payout_fee')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "sandbox_invoice" ADD CONSTRAINT "sandbox_invoice_amount" CHECK (amount > 0 and reported <= version) NOT VALID;
--> statement-breakpoint
ALTER TABLE "letter" ADD CONSTRAINT "letter_status_check" CHECK ("status" in ('queued', 'sent', 'stored', 'overtaken')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "letter" ADD CONSTRAINT "letter_sent" CHECK ((status in ('sent', 'stored')) = (sent_at is not null)) NOT VALID;
--> statement-breakpoint
ALTER TABLE "idempotency_key" ADD CONSTRAINT "idempotency_key_reply" CHECK ((status is null) = (reply is null)) NOT VALID;
--> statement-breakpoint
ALTER TABLE "reserve_request" ADD CONSTRAINT "reserve_request_amount" CHECK (amount > 0) NOT VALID;
