-- Rows of drafts and members that were deleted before, which are now deleted with them.
DELETE FROM "avatar" WHERE "member_id" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM "member" WHERE "member"."id" = "avatar"."member_id");
--> statement-breakpoint
DELETE FROM "email_code" WHERE "member_id" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM "member" WHERE "member"."id" = "email_code"."member_id");
--> statement-breakpoint
DELETE FROM "google_identity" WHERE "member_id" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM "member" WHERE "member"."id" = "google_identity"."member_id");
--> statement-breakpoint
DELETE FROM "member_password" WHERE "member_id" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM "member" WHERE "member"."id" = "member_password"."member_id");
--> statement-breakpoint
DELETE FROM "member_session" WHERE "member_id" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM "member" WHERE "member"."id" = "member_session"."member_id");
--> statement-breakpoint
DELETE FROM "recovery_code" WHERE "member_id" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM "member" WHERE "member"."id" = "recovery_code"."member_id");
--> statement-breakpoint
DELETE FROM "saved_address" WHERE "member_id" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM "member" WHERE "member"."id" = "saved_address"."member_id");
--> statement-breakpoint
DELETE FROM "sign_in_step" WHERE "member_id" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM "member" WHERE "member"."id" = "sign_in_step"."member_id");
--> statement-breakpoint
DELETE FROM "totp" WHERE "member_id" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM "member" WHERE "member"."id" = "totp"."member_id");
--> statement-breakpoint
DELETE FROM "gateway_session" WHERE "order_ref" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM "exchange_order" WHERE "exchange_order"."ref" = "gateway_session"."order_ref");
--> statement-breakpoint
DELETE FROM "order_note" WHERE "order_ref" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM "exchange_order" WHERE "exchange_order"."ref" = "order_note"."order_ref");
--> statement-breakpoint
DELETE FROM "sandbox_invoice" WHERE "order_ref" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM "exchange_order" WHERE "exchange_order"."ref" = "sandbox_invoice"."order_ref");
--> statement-breakpoint
DELETE FROM "letter" WHERE "order_ref" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM "exchange_order" WHERE "exchange_order"."ref" = "letter"."order_ref");
--> statement-breakpoint
DELETE FROM "order_taken" WHERE "order_ref" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM "exchange_order" WHERE "exchange_order"."ref" = "order_taken"."order_ref");
--> statement-breakpoint
DELETE FROM "sandbox_step" WHERE "order_ref" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM "exchange_order" WHERE "exchange_order"."ref" = "sandbox_step"."order_ref");
--> statement-breakpoint
ALTER TABLE "avatar" VALIDATE CONSTRAINT "avatar_member_id_member_id_fk";
--> statement-breakpoint
ALTER TABLE "email_code" VALIDATE CONSTRAINT "email_code_member_id_member_id_fk";
--> statement-breakpoint
ALTER TABLE "google_identity" VALIDATE CONSTRAINT "google_identity_member_id_member_id_fk";
--> statement-breakpoint
ALTER TABLE "member_password" VALIDATE CONSTRAINT "member_password_member_id_member_id_fk";
--> statement-breakpoint
ALTER TABLE "member_session" VALIDATE CONSTRAINT "member_session_member_id_member_id_fk";
--> statement-breakpoint
ALTER TABLE "recovery_code" VALIDATE CONSTRAINT "recovery_code_member_id_member_id_fk";
--> statement-breakpoint
ALTER TABLE "saved_address" VALIDATE CONSTRAINT "saved_address_member_id_member_id_fk";
--> statement-breakpoint
ALTER TABLE "sign_in_step" VALIDATE CONSTRAINT "sign_in_step_member_id_member_id_fk";
--> statement-breakpoint
ALTER TABLE "totp" VALIDATE CONSTRAINT "totp_member_id_member_id_fk";
--> statement-breakpoint
ALTER TABLE "gateway_session" VALIDATE CONSTRAINT "gateway_session_order_ref_exchange_order_ref_fk";
--> statement-breakpoint
ALTER TABLE "sandbox_session_event" VALIDATE CONSTRAINT "sandbox_session_event_session_id_sandbox_session_id_fk";
--> statement-breakpoint
ALTER TABLE "pair" VALIDATE CONSTRAINT "pair_from_asset_asset_id_fk";
--> statement-breakpoint
ALTER TABLE "pair" VALIDATE CONSTRAINT "pair_to_asset_asset_id_fk";
--> statement-breakpoint
ALTER TABLE "reference_rate" VALIDATE CONSTRAINT "reference_rate_pair_id_pair_id_fk";
--> statement-breakpoint
ALTER TABLE "sandbox_invoice" VALIDATE CONSTRAINT "sandbox_invoice_order_ref_exchange_order_ref_fk";
--> statement-breakpoint
ALTER TABLE "letter" VALIDATE CONSTRAINT "letter_order_ref_exchange_order_ref_fk";
--> statement-breakpoint
ALTER TABLE "order_taken" VALIDATE CONSTRAINT "order_taken_order_ref_exchange_order_ref_fk";
--> statement-breakpoint
ALTER TABLE "reserve_request" VALIDATE CONSTRAINT "reserve_request_pair_id_pair_id_fk";
--> statement-breakpoint
ALTER TABLE "sandbox_step" VALIDATE CONSTRAINT "sandbox_step_order_ref_exchange_order_ref_fk";
--> statement-breakpoint
ALTER TABLE "unpaid_hold" VALIDATE CONSTRAINT "unpaid_hold_order_ref_exchange_order_ref_fk";
--> statement-breakpoint
ALTER TABLE "email_code" VALIDATE CONSTRAINT "email_code_purpose_check";
--> statement-breakpoint
ALTER TABLE "email_code" VALIDATE CONSTRAINT "email_code_member_changes";
--> statement-breakpoint
ALTER TABLE "security_event" VALIDATE CONSTRAINT "security_event_event_check";
--> statement-breakpoint
ALTER TABLE "security_event" VALIDATE CONSTRAINT "security_event_method_check";
--> statement-breakpoint
ALTER TABLE "shown_id_token" VALIDATE CONSTRAINT "shown_id_token_state_check";
--> statement-breakpoint
ALTER TABLE "sign_in_step" VALIDATE CONSTRAINT "sign_in_step_method_check";
--> statement-breakpoint
ALTER TABLE "gateway_session" VALIDATE CONSTRAINT "gateway_session_amount";
--> statement-breakpoint
ALTER TABLE "asset" VALIDATE CONSTRAINT "asset_kind_check";
--> statement-breakpoint
ALTER TABLE "asset" VALIDATE CONSTRAINT "asset_amounts";
--> statement-breakpoint
ALTER TABLE "pair" VALIDATE CONSTRAINT "pair_status_check";
--> statement-breakpoint
ALTER TABLE "pair" VALIDATE CONSTRAINT "pair_terms";
--> statement-breakpoint
ALTER TABLE "pair" VALIDATE CONSTRAINT "pair_limits";
--> statement-breakpoint
ALTER TABLE "promo" VALIDATE CONSTRAINT "promo_kind_check";
--> statement-breakpoint
ALTER TABLE "sandbox_invoice" VALIDATE CONSTRAINT "sandbox_invoice_amount";
--> statement-breakpoint
ALTER TABLE "letter" VALIDATE CONSTRAINT "letter_status_check";
--> statement-breakpoint
ALTER TABLE "letter" VALIDATE CONSTRAINT "letter_sent";
--> statement-breakpoint
ALTER TABLE "idempotency_key" VALIDATE CONSTRAINT "idempotency_key_reply";
--> statement-breakpoint
ALTER TABLE "reserve_request" VALIDATE CONSTRAINT "reserve_request_amount";
--> statement-breakpoint
ALTER TABLE "promo_use" VALIDATE CONSTRAINT "promo_use_order_ref_exchange_order_ref_fk";
--> statement-breakpoint
ALTER TABLE "promo_use" VALIDATE CONSTRAINT "promo_use_code_promo_code_fk";
--> statement-breakpoint
ALTER TABLE "exchange_order" VALIDATE CONSTRAINT "exchange_order_owner_id_member_id_fk";
--> statement-breakpoint
ALTER TABLE "order_event" VALIDATE CONSTRAINT "order_event_order_ref_exchange_order_ref_fk";
--> statement-breakpoint
ALTER TABLE "order_note" VALIDATE CONSTRAINT "order_note_order_ref_exchange_order_ref_fk";
--> statement-breakpoint
ALTER TABLE "outgoing" VALIDATE CONSTRAINT "outgoing_order_ref_exchange_order_ref_fk";
--> statement-breakpoint
ALTER TABLE "payment" VALIDATE CONSTRAINT "payment_order_ref_exchange_order_ref_fk";
--> statement-breakpoint
ALTER TABLE "exchange_order" VALIDATE CONSTRAINT "exchange_order_status_check";
--> statement-breakpoint
ALTER TABLE "exchange_order" VALIDATE CONSTRAINT "exchange_order_condition_check";
--> statement-breakpoint
ALTER TABLE "exchange_order" VALIDATE CONSTRAINT "exchange_order_resting_status_check";
--> statement-breakpoint
ALTER TABLE "exchange_order" VALIDATE CONSTRAINT "exchange_order_side_check";
--> statement-breakpoint
ALTER TABLE "exchange_order" VALIDATE CONSTRAINT "exchange_order_hold_reason_check";
--> statement-breakpoint
ALTER TABLE "exchange_order" VALIDATE CONSTRAINT "exchange_order_payin_method_check";
--> statement-breakpoint
ALTER TABLE "exchange_order" VALIDATE CONSTRAINT "exchange_order_amounts";
--> statement-breakpoint
ALTER TABLE "exchange_order" VALIDATE CONSTRAINT "exchange_order_price";
--> statement-breakpoint
ALTER TABLE "exchange_order" VALIDATE CONSTRAINT "exchange_order_hold";
--> statement-breakpoint
ALTER TABLE "exchange_order" VALIDATE CONSTRAINT "exchange_order_held";
--> statement-breakpoint
ALTER TABLE "exchange_order" VALIDATE CONSTRAINT "exchange_order_executed";
--> statement-breakpoint
ALTER TABLE "order_event" VALIDATE CONSTRAINT "order_event_from_status_check";
--> statement-breakpoint
ALTER TABLE "order_event" VALIDATE CONSTRAINT "order_event_to_status_check";
--> statement-breakpoint
ALTER TABLE "order_event" VALIDATE CONSTRAINT "order_event_by_check";
--> statement-breakpoint
ALTER TABLE "outgoing" VALIDATE CONSTRAINT "outgoing_kind_check";
--> statement-breakpoint
ALTER TABLE "outgoing" VALIDATE CONSTRAINT "outgoing_status_check";
--> statement-breakpoint
ALTER TABLE "outgoing" VALIDATE CONSTRAINT "outgoing_alarm_check";
--> statement-breakpoint
ALTER TABLE "outgoing" VALIDATE CONSTRAINT "outgoing_amounts";
--> statement-breakpoint
ALTER TABLE "outgoing" VALIDATE CONSTRAINT "outgoing_settled";
--> statement-breakpoint
ALTER TABLE "outgoing" VALIDATE CONSTRAINT "outgoing_transaction";
--> statement-breakpoint
ALTER TABLE "outgoing" VALIDATE CONSTRAINT "outgoing_other_transaction";
--> statement-breakpoint
ALTER TABLE "payment" VALIDATE CONSTRAINT "payment_status_check";
--> statement-breakpoint
ALTER TABLE "payment" VALIDATE CONSTRAINT "payment_on_time_check";
--> statement-breakpoint
ALTER TABLE "payment" VALIDATE CONSTRAINT "payment_amounts";
--> statement-breakpoint
ALTER TABLE "payment" VALIDATE CONSTRAINT "payment_final";
--> statement-breakpoint
ALTER TABLE "account" VALIDATE CONSTRAINT "account_order_ref_exchange_order_ref_fk";
--> statement-breakpoint
ALTER TABLE "transfer" VALIDATE CONSTRAINT "transfer_order_ref_exchange_order_ref_fk";
--> statement-breakpoint
ALTER TABLE "account" VALIDATE CONSTRAINT "account_rules";
--> statement-breakpoint
ALTER TABLE "transfer" VALIDATE CONSTRAINT "transfer_kind_check";
--> statement-breakpoint
ALTER TABLE "transfer" VALIDATE CONSTRAINT "transfer_code_check";
--> statement-breakpoint
ALTER TABLE "transfer" VALIDATE CONSTRAINT "transfer_fact";
