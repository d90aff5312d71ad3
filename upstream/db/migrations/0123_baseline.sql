-- The baseline: all that the migrations of 1.1.0 and before, 0000 to 0123, had made. The tables are those of upstream/db/schema, as
-- drizzle-kit writes them, with columns, foreign keys and indexes in the order in which databases that exist have them: of several
-- broken keys PostgreSQL names the oldest. Three things are not in the schema: the columns of `outgoing` that `payout_guard` has
-- replaced, the default of `letter.cause`, and the deferred foreign keys of `transfer`, since a booking may be written before its
-- cause. The triggers after the tables are the files of upstream/db/triggers as they were then.
CREATE SEQUENCE "public"."evm_address_index" INCREMENT BY 1 MINVALUE 0 MAXVALUE 2147483647 START WITH 0 CACHE 1;--> statement-breakpoint
CREATE TABLE "account_freeze" (
	"id" text PRIMARY KEY NOT NULL,
	"member_id" text NOT NULL,
	"cause" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"stopped" jsonb NOT NULL,
	CONSTRAINT "account_freeze_cause_check" CHECK ("cause" in ('owner', 'link', 'operator'))
);
--> statement-breakpoint
CREATE TABLE "attempt" (
	"key" text PRIMARY KEY NOT NULL,
	"tries" integer NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "avatar" (
	"id" text PRIMARY KEY NOT NULL,
	"member_id" text NOT NULL,
	"image" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bot_check_use" (
	"key" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "code_failures" (
	"email" text NOT NULL,
	"failures" integer NOT NULL,
	"by_signed_in" boolean DEFAULT false NOT NULL,
	CONSTRAINT "code_failures_email_by_signed_in_pk" PRIMARY KEY("email","by_signed_in")
);
--> statement-breakpoint
CREATE TABLE "email_code" (
	"id" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"email" text NOT NULL,
	"member_id" text,
	"language" text NOT NULL,
	"partner" text,
	"digits" integer NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"network" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"action" text,
	"subject" text,
	"partner_at" timestamp (3) with time zone,
	CONSTRAINT "email_code_purpose_check" CHECK ("purpose" in ('sign_up', 'reset', 'email_change', 'bot_check', 'withdrawal')),
	CONSTRAINT "email_code_member_changes" CHECK (purpose <> 'email_change' or member_id is not null),
	CONSTRAINT "email_code_action" CHECK ((purpose = 'bot_check') = (action is not null)),
	CONSTRAINT "email_code_subject" CHECK ((purpose = 'withdrawal') = (subject is not null))
);
--> statement-breakpoint
CREATE TABLE "google_identity" (
	"subject" text PRIMARY KEY NOT NULL,
	"member_id" text NOT NULL,
	"linked_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "member" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text,
	"locale" text NOT NULL,
	"timezone" text DEFAULT 'UTC' NOT NULL,
	"phone" text,
	"avatar_id" text,
	"order_letters" boolean DEFAULT true NOT NULL,
	"login_letters" boolean DEFAULT true NOT NULL,
	"news" boolean DEFAULT false NOT NULL,
	"partner" text,
	"terms_version" text,
	"withdrawals_frozen_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"phrase" text,
	"news_since" timestamp (3) with time zone,
	"withdrawal_addresses_only" boolean DEFAULT false NOT NULL,
	"addresses_only_ends_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "member_password" (
	"member_id" text PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "member_session" (
	"id" text PRIMARY KEY NOT NULL,
	"member_id" text NOT NULL,
	"token_hash" text NOT NULL,
	"address" text,
	"client" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"remembered" boolean DEFAULT false NOT NULL,
	CONSTRAINT "member_session_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "recovery_code" (
	"member_id" text NOT NULL,
	"hash" text NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "recovery_code_member_id_hash_pk" PRIMARY KEY("member_id","hash")
);
--> statement-breakpoint
CREATE TABLE "security_event" (
	"id" text PRIMARY KEY NOT NULL,
	"member_id" text NOT NULL,
	"event" text NOT NULL,
	"method" text,
	"address" text,
	"network" text,
	"client" text,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "security_event_event_check" CHECK ("event" in ('registered', 'signed_in', 'sign_in_failed', 'two_factor_failed', 'signed_out', 'sessions_revoked', 'password_changed', 'password_reset', 'two_factor_enabled', 'two_factor_disabled', 'recovery_code_used', 'google_linked', 'email_changed', 'phrase_changed', 'closed', 'unlocked', 'withdrawal_reported', 'account_frozen', 'wallet_paid', 'withdrawals_frozen', 'withdrawals_unfrozen', 'addresses_only_on', 'addresses_only_off', 'address_requested', 'address_saved', 'address_renamed', 'address_deleted', 'addresses_dropped', 'data_exported')),
	CONSTRAINT "security_event_method_check" CHECK ("method" in ('password', 'google', 'code', 'operator'))
);
--> statement-breakpoint
CREATE TABLE "shown_id_token" (
	"hash" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "shown_id_token_state_check" CHECK ("state" in ('linking', 'factor', 'spent'))
);
--> statement-breakpoint
CREATE TABLE "sign_in_step" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"member_id" text NOT NULL,
	"method" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sign_in_step_method_check" CHECK ("method" in ('password', 'google'))
);
--> statement-breakpoint
CREATE TABLE "totp" (
	"member_id" text PRIMARY KEY NOT NULL,
	"sealed_secret" text NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"last_step" integer DEFAULT 0 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "affiliate_payout" (
	"id" text PRIMARY KEY NOT NULL,
	"partner_id" text NOT NULL,
	"asset" text NOT NULL,
	"amount" numeric(38,0) NOT NULL,
	"state" text NOT NULL,
	"request_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"review" text,
	"refusal" text,
	CONSTRAINT "affiliate_payout_state_check" CHECK ("state" in ('waiting', 'paid', 'refused')),
	CONSTRAINT "affiliate_payout_amount" CHECK (amount > 0),
	CONSTRAINT "affiliate_payout_ended" CHECK ((state = 'waiting') = (ended_at is null)),
	CONSTRAINT "affiliate_payout_review_check" CHECK ("review" in ('above_band', 'fraud_flag')),
	CONSTRAINT "affiliate_payout_reviewed" CHECK (state = 'paid' or review is not null),
	CONSTRAINT "affiliate_payout_refusal" CHECK ((state = 'refused') = (refusal is not null))
);
--> statement-breakpoint
CREATE TABLE "member_partner" (
	"member_id" text PRIMARY KEY NOT NULL,
	"partner_id" text NOT NULL,
	"code" text NOT NULL,
	"way" text NOT NULL,
	"bound_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "member_partner_way_check" CHECK ("way" in ('link', 'member', 'promo'))
);
--> statement-breakpoint
CREATE TABLE "partner" (
	"id" text PRIMARY KEY NOT NULL,
	"member_id" text,
	"parent_id" text,
	"status" text DEFAULT 'active' NOT NULL,
	"paused_reason" text,
	"rate_bps" integer,
	"joined_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "partner_status_check" CHECK ("status" in ('active', 'paused')),
	CONSTRAINT "partner_paused" CHECK ((status = 'paused') = (paused_reason is not null)),
	CONSTRAINT "partner_rate" CHECK (rate_bps between 0 and 10000),
	CONSTRAINT "partner_own_parent" CHECK (parent_id <> id)
);
--> statement-breakpoint
CREATE TABLE "partner_balance" (
	"partner_id" text NOT NULL,
	"asset" text NOT NULL,
	"waiting" numeric(38,0) DEFAULT 0 NOT NULL,
	"paid_out" numeric(38,0) DEFAULT 0 NOT NULL,
	"debt" numeric(38,0) DEFAULT 0 NOT NULL,
	CONSTRAINT "partner_balance_partner_id_asset_pk" PRIMARY KEY("partner_id","asset"),
	CONSTRAINT "partner_balance_amounts" CHECK (waiting >= 0 and paid_out >= 0 and debt >= 0)
);
--> statement-breakpoint
CREATE TABLE "partner_link" (
	"code" text PRIMARY KEY NOT NULL,
	"partner_id" text NOT NULL,
	"label" text,
	"is_main" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "partner_link_main_stays" CHECK (not is_main or deleted_at is null)
);
--> statement-breakpoint
CREATE TABLE "referral" (
	"id" text PRIMARY KEY NOT NULL,
	"order_ref" text NOT NULL,
	"partner_id" text NOT NULL,
	"code" text NOT NULL,
	"way" text NOT NULL,
	"touched_at" timestamp (3) with time zone NOT NULL,
	"reason" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"placed_at" timestamp (3) with time zone,
	"flagged_at" timestamp (3) with time zone,
	CONSTRAINT "referral_way_check" CHECK ("way" in ('link', 'member', 'promo')),
	CONSTRAINT "referral_reason_check" CHECK ("reason" in ('self_referral', 'expired_link', 'partner_paused', 'other_partner_first', 'code_not_applied', 'not_finished', 'refunded', 'charged_back', 'no_profit', 'fraud'))
);
--> statement-breakpoint
CREATE TABLE "reward" (
	"id" text PRIMARY KEY NOT NULL,
	"order_ref" text NOT NULL,
	"level" integer NOT NULL,
	"partner_id" text NOT NULL,
	"code" text NOT NULL,
	"pair_id" text NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"profit" numeric(38,0) NOT NULL,
	"profit_asset" text NOT NULL,
	"rate" text NOT NULL,
	"other_costs" numeric(38,0) NOT NULL,
	"base" numeric(38,0) NOT NULL,
	"rate_bps" integer NOT NULL,
	"tier" text,
	"asset" text NOT NULL,
	"amount" numeric(38,0) NOT NULL,
	"is_booked" boolean NOT NULL,
	"taken" numeric(38,0) DEFAULT 0 NOT NULL,
	"owed" numeric(38,0) DEFAULT 0 NOT NULL,
	"completed_at" timestamp (3) with time zone NOT NULL,
	"ready_at" timestamp (3) with time zone NOT NULL,
	"settled_at" timestamp (3) with time zone,
	CONSTRAINT "reward_state_check" CHECK ("state" in ('waiting', 'ready', 'void', 'taken_back')),
	CONSTRAINT "reward_reason_check" CHECK ("reason" in ('self_referral', 'expired_link', 'partner_paused', 'other_partner_first', 'code_not_applied', 'not_finished', 'refunded', 'charged_back', 'no_profit', 'fraud')),
	CONSTRAINT "reward_tier_check" CHECK ("tier" in ('starter', 'advanced', 'expert')),
	CONSTRAINT "reward_level" CHECK (level in (1, 2) and (level = 2) = (code = '')),
	CONSTRAINT "reward_amounts" CHECK (amount > 0 and other_costs >= 0 and base >= amount and rate_bps between 1 and 10000),
	CONSTRAINT "reward_computed" CHECK (amount = div(base * rate_bps, 10000)),
	CONSTRAINT "reward_settled" CHECK ((state = 'waiting') = (settled_at is null)),
	CONSTRAINT "reward_reason" CHECK ((state in ('void', 'taken_back')) = (reason is not null)),
	CONSTRAINT "reward_ready_is_booked" CHECK (state in ('waiting', 'void') or is_booked),
	CONSTRAINT "reward_taken_back" CHECK (taken >= 0 and owed >= 0 and taken + owed = case when state = 'taken_back' then amount else 0 end)
);
--> statement-breakpoint
CREATE TABLE "party_block" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"reason" text NOT NULL,
	"added_by" text NOT NULL,
	"added_at" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone,
	"removed_by" text,
	"removed_at" timestamp (3) with time zone,
	CONSTRAINT "party_block_kind_check" CHECK ("kind" in ('email', 'domain', 'network', 'paypal', 'address', 'name')),
	CONSTRAINT "party_block_removed" CHECK ((removed_by is null) = (removed_at is null))
);
--> statement-breakpoint
CREATE TABLE "asset_price" (
	"asset" text NOT NULL,
	"currency" text NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"price" text NOT NULL,
	CONSTRAINT "asset_price_asset_currency_hour_pk" PRIMARY KEY("asset","currency","hour"),
	CONSTRAINT "asset_price_value" CHECK (price::numeric > 0)
);
--> statement-breakpoint
CREATE TABLE "closed_day" (
	"day" text PRIMARY KEY NOT NULL,
	"page" jsonb NOT NULL,
	"audit_id" text NOT NULL,
	CONSTRAINT "closed_day_named" CHECK (day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$')
);
--> statement-breakpoint
CREATE TABLE "evm_address" (
	"place" text PRIMARY KEY NOT NULL,
	"shown" text NOT NULL,
	"index" integer NOT NULL,
	"order_ref" text,
	"wallet_key" text,
	"issued_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "evm_address_place" CHECK (place = lower(shown) and place ~ '^0x[0-9a-f]{40}$'),
	CONSTRAINT "evm_address_owner" CHECK (num_nonnulls(order_ref, wallet_key) = 1 and index >= 0)
);
--> statement-breakpoint
CREATE TABLE "evm_block" (
	"height" bigint PRIMARY KEY NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "evm_credit" (
	"id" text PRIMARY KEY NOT NULL,
	"place" text NOT NULL,
	"token" text,
	"amount" numeric(78,0) NOT NULL,
	"tx" text,
	"sender" text,
	"nonce" bigint,
	"height" bigint NOT NULL,
	"hash" text NOT NULL,
	"state" text NOT NULL,
	"replaces" text,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"told" text,
	"told_amount" numeric(78,0),
	"refused" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_try" timestamp (3) with time zone,
	CONSTRAINT "evm_credit_state_check" CHECK ("state" in ('seen', 'final', 'gone')),
	CONSTRAINT "evm_credit_told_check" CHECK ("told" in ('seen', 'final', 'gone')),
	CONSTRAINT "evm_credit_amount" CHECK (amount > 0),
	CONSTRAINT "evm_credit_tx" CHECK (num_nonnulls(tx, sender, nonce) in (0, 3) and (token is null or tx is not null))
);
--> statement-breakpoint
CREATE TABLE "evm_fill" (
	"id" text PRIMARY KEY NOT NULL,
	"account" text NOT NULL,
	"token" text,
	"amount" numeric(78,0) NOT NULL,
	"tx" text NOT NULL,
	"sender" text NOT NULL,
	"height" bigint NOT NULL,
	"hash" text NOT NULL,
	"state" text NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "evm_fill_account_check" CHECK ("account" in ('hot', 'gas')),
	CONSTRAINT "evm_fill_state_check" CHECK ("state" in ('seen', 'final', 'gone')),
	CONSTRAINT "evm_fill_amount" CHECK (amount > 0)
);
--> statement-breakpoint
CREATE TABLE "evm_source" (
	"rail" text PRIMARY KEY NOT NULL,
	"chain_id" bigint NOT NULL,
	"genesis_hash" text NOT NULL,
	"start_height" bigint NOT NULL,
	"height" bigint NOT NULL,
	"hash" text NOT NULL,
	"final_height" bigint NOT NULL,
	"tip" bigint NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"stopped" text,
	CONSTRAINT "evm_source_one" CHECK (rail = 'evm'),
	CONSTRAINT "evm_source_heights" CHECK (start_height >= 0 and height >= start_height and final_height <= height)
);
--> statement-breakpoint
CREATE TABLE "evm_spend" (
	"tx" text PRIMARY KEY NOT NULL,
	"sender" text NOT NULL,
	"nonce" bigint NOT NULL,
	"recipient" text,
	"amount" numeric(78,0) NOT NULL,
	"fee" numeric(78,0) NOT NULL,
	"succeeded" boolean NOT NULL,
	"height" bigint NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "evm_spend_amounts" CHECK (amount >= 0 and fee >= 0)
);
--> statement-breakpoint
CREATE TABLE "evm_approval" (
	"movement_id" text NOT NULL,
	"key" text NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"signature" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "evm_approval_movement_id_key_until_pk" PRIMARY KEY("movement_id","key","until")
);
--> statement-breakpoint
CREATE TABLE "evm_signer" (
	"rail" text PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL,
	"head" text NOT NULL,
	"stopped" text,
	CONSTRAINT "evm_signer_one" CHECK (rail = 'evm' and seq >= 0)
);
--> statement-breakpoint
CREATE TABLE "evm_skipped_part" (
	"movement_id" text NOT NULL,
	"deposit" integer NOT NULL,
	"reason" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "evm_skipped_part_movement_id_deposit_pk" PRIMARY KEY("movement_id","deposit")
);
--> statement-breakpoint
CREATE TABLE "evm_transaction" (
	"tx" text PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL,
	"line" text NOT NULL,
	"movement_id" text NOT NULL,
	"step" text NOT NULL,
	"deposit" integer,
	"asset" text NOT NULL,
	"sender" text NOT NULL,
	"recipient" text NOT NULL,
	"amount" numeric(78,0) NOT NULL,
	"nonce" bigint NOT NULL,
	"gas" numeric(78,0) NOT NULL,
	"max_fee" numeric(78,0) NOT NULL,
	"bytes" text NOT NULL,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	"is_final" boolean DEFAULT false NOT NULL,
	CONSTRAINT "evm_transaction_step_check" CHECK ("step" in ('payout', 'topup', 'sweep')),
	CONSTRAINT "evm_transaction_deposit" CHECK ((step = 'payout') = (deposit is null)),
	CONSTRAINT "evm_transaction_amounts" CHECK (amount > 0 and gas > 0 and max_fee > 0 and nonce >= 0 and seq > 0)
);
--> statement-breakpoint
CREATE TABLE "gateway_event" (
	"gateway" text NOT NULL,
	"id" text NOT NULL,
	"body_hash" text NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "gateway_event_gateway_id_pk" PRIMARY KEY("gateway","id")
);
--> statement-breakpoint
CREATE TABLE "gateway_payment" (
	"gateway" text NOT NULL,
	"id" text NOT NULL,
	"version" integer NOT NULL,
	"confirmations" integer DEFAULT 0 NOT NULL,
	"reported_at" timestamp (3) with time zone,
	CONSTRAINT "gateway_payment_gateway_id_pk" PRIMARY KEY("gateway","id")
);
--> statement-breakpoint
CREATE TABLE "gateway_session" (
	"gateway" text NOT NULL,
	"id" text NOT NULL,
	"order_ref" text NOT NULL,
	"asset" text NOT NULL,
	"amount" numeric(38,0) NOT NULL,
	"page_url" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "gateway_session_gateway_id_pk" PRIMARY KEY("gateway","id"),
	CONSTRAINT "gateway_session_amount" CHECK (amount > 0)
);
--> statement-breakpoint
CREATE TABLE "sandbox_session" (
	"id" text PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"reference" text NOT NULL,
	"asset" text NOT NULL,
	"amount" numeric(38,0) NOT NULL,
	"return_url" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_session_event" (
	"id" text PRIMARY KEY NOT NULL,
	"session_id" text NOT NULL,
	"event" jsonb NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp (3) with time zone NOT NULL,
	"delivered_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "identity_party" (
	"order_ref" text NOT NULL,
	"party" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "identity_party_order_ref_party_pk" PRIMARY KEY("order_ref","party"),
	CONSTRAINT "identity_party_hash" CHECK (party ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
CREATE TABLE "identity_record" (
	"order_ref" text PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL,
	"sealed_with" text NOT NULL,
	"answered_at" timestamp (3) with time zone NOT NULL,
	"member_id" text,
	CONSTRAINT "identity_record_sealed" CHECK (sealed ~ '^[A-Za-z0-9_-]{38,}$')
);
--> statement-breakpoint
CREATE TABLE "issued_address" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "issued_address_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_ref" text,
	"wallet_address_id" text,
	"address" text NOT NULL,
	"memo" text,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "issued_address_owner" CHECK (num_nonnulls(order_ref, wallet_address_id) = 1)
);
--> statement-breakpoint
CREATE TABLE "account" (
	"id" text PRIMARY KEY NOT NULL,
	"asset" text NOT NULL,
	"normal" text NOT NULL,
	"floor" text NOT NULL,
	"debits_posted" numeric(38,0) DEFAULT 0 NOT NULL,
	"credits_posted" numeric(38,0) DEFAULT 0 NOT NULL,
	"debits_pending" numeric(38,0) DEFAULT 0 NOT NULL,
	"credits_pending" numeric(38,0) DEFAULT 0 NOT NULL,
	"order_ref" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"entries" bigint DEFAULT 0 NOT NULL,
	"last_hash" "bytea" DEFAULT '' NOT NULL,
	CONSTRAINT "account_floor" CHECK (floor <> 'available' or case normal when 'credit' then credits_posted - debits_posted - debits_pending
          else debits_posted - credits_posted - credits_pending end >= 0),
	CONSTRAINT "account_named_by_asset" CHECK (right(id, length(asset) + 1) = ':' || asset),
	CONSTRAINT "account_pending" CHECK (debits_pending >= 0 and credits_pending >= 0),
	CONSTRAINT "account_rules" CHECK ((split_part(id, ':', 1), normal, floor) in (('assets', 'debit', 'cash'), ('shortfall', 'debit', 'available'), ('order', 'credit', 'available'), ('wrong', 'credit', 'available'), ('reserve', 'credit', 'available'), ('member', 'credit', 'available'), ('affiliate', 'credit', 'available'), ('unclaimed', 'credit', 'available'), ('checking', 'credit', 'available')) and order_ref is not distinct from
    case when split_part(id, ':', 1) in ('order', 'wrong') then split_part(id, ':', 2) end)
);
--> statement-breakpoint
CREATE TABLE "account_closing" (
	"member_id" text PRIMARY KEY NOT NULL,
	"closed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_flow" (
	"code" text NOT NULL,
	"step" text NOT NULL,
	"debit" text NOT NULL,
	"credit" text NOT NULL,
	"cause" text NOT NULL,
	CONSTRAINT "ledger_flow_code_step_debit_credit_cause_pk" PRIMARY KEY("code","step","debit","credit","cause")
);
--> statement-breakpoint
CREATE TABLE "transfer" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"debit_account" text NOT NULL,
	"credit_account" text NOT NULL,
	"asset" text NOT NULL,
	"amount" numeric(38,0) NOT NULL,
	"code" text NOT NULL,
	"pending_id" text,
	"fact" boolean DEFAULT false NOT NULL,
	"order_ref" text,
	"at" timestamp (3) with time zone NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "transfer_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"payment_id" text,
	"outgoing_id" text,
	"deposit_id" text,
	"withdrawal_id" text,
	"reward_id" text,
	"affiliate_payout_id" text,
	"closing_id" text,
	"audit_id" text,
	"caused_by" text,
	CONSTRAINT "transfer_amount" CHECK (amount > 0),
	CONSTRAINT "transfer_two_accounts" CHECK (debit_account <> credit_account),
	CONSTRAINT "transfer_names_promise" CHECK ((kind in ('post', 'void')) = (pending_id is not null)),
	CONSTRAINT "transfer_kind_check" CHECK ("kind" in ('posted', 'pending', 'post', 'void')),
	CONSTRAINT "transfer_code_check" CHECK ("code" in ('funding', 'profit_taken', 'rebalance', 'payin', 'conversion', 'payout_hold', 'payout', 'payout_returned', 'refund', 'refund_fee', 'rail_fee', 'network_fee', 'deposit', 'withdrawal', 'withdrawal_fee', 'affiliate', 'dispute', 'shortfall', 'adjustment', 'debt', 'promo', 'given_up', 'unclaimed_payout')),
	CONSTRAINT "transfer_fact" CHECK (kind = 'posted' or not fact),
	CONSTRAINT "transfer_one_cause" CHECK (num_nonnulls(coalesce(outgoing_id, order_ref), deposit_id, withdrawal_id, reward_id, affiliate_payout_id, closing_id,
        audit_id, caused_by) <= 1 and (payment_id is null or order_ref is not null))
);
--> statement-breakpoint
CREATE TABLE "transfer_hash" (
	"transfer_id" text PRIMARY KEY NOT NULL,
	"debit_no" bigint NOT NULL,
	"credit_no" bigint NOT NULL,
	"debit_before" "bytea" NOT NULL,
	"credit_before" "bytea" NOT NULL,
	"hash" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "asset" (
	"id" text PRIMARY KEY NOT NULL,
	"symbol" text NOT NULL,
	"name" text NOT NULL,
	"network" text,
	"network_label" text,
	"kind" text NOT NULL,
	"decimals" integer NOT NULL,
	"shown_decimals" integer NOT NULL,
	"monitor_code" text NOT NULL,
	"needs_memo" boolean DEFAULT false NOT NULL,
	"explorer_tx" text,
	"confirmations" integer NOT NULL,
	"receive_enabled" boolean DEFAULT true NOT NULL,
	"send_enabled" boolean DEFAULT true NOT NULL,
	"tolerance_bps" integer NOT NULL,
	"refund_fee" numeric(38,0) NOT NULL,
	"sort" integer NOT NULL,
	"min_deposit" numeric(38,0) DEFAULT 0 NOT NULL,
	"withdraw_fee" numeric(38,0) DEFAULT 0 NOT NULL,
	"min_withdraw" numeric(38,0) DEFAULT 0 NOT NULL,
	"held_target" numeric(38,0),
	"held_most" numeric(38,0),
	"cost_in" numeric(38,0) DEFAULT 0 NOT NULL,
	"cost_in_bps" integer DEFAULT 0 NOT NULL,
	"cost_out" numeric(38,0) DEFAULT 0 NOT NULL,
	"cost_out_bps" integer DEFAULT 0 NOT NULL,
	"held_widen_bps" integer DEFAULT 0 NOT NULL,
	"held_step" numeric(38,0),
	CONSTRAINT "asset_held" CHECK (coalesce(held_target, 0) >= 0 and (held_most is null or held_most > coalesce(held_target, 0))),
	CONSTRAINT "asset_held_widen" CHECK (held_widen_bps between 0 and 2000 and (held_widen_bps = 0) = (held_step is null) and coalesce(held_step, 1) > 0 and (held_step is null or held_target is not null)),
	CONSTRAINT "asset_costs" CHECK (cost_in >= 0 and cost_out >= 0 and cost_in_bps between 0 and 4000 and cost_out_bps between 0 and 4000),
	CONSTRAINT "asset_kind_check" CHECK ("kind" in ('crypto', 'ewallet')),
	CONSTRAINT "asset_min_deposit" CHECK (min_deposit >= 0),
	CONSTRAINT "asset_amounts" CHECK (decimals between 0 and 30 and confirmations >= 0 and tolerance_bps between 0 and 10000 and refund_fee >= 0),
	CONSTRAINT "asset_withdrawals" CHECK (withdraw_fee >= 0 and min_withdraw >= 0)
);
--> statement-breakpoint
CREATE TABLE "pair" (
	"id" text PRIMARY KEY NOT NULL,
	"from_asset" text NOT NULL,
	"to_asset" text NOT NULL,
	"page" text NOT NULL,
	"slug" text NOT NULL,
	"status" text NOT NULL,
	"margin_bps" integer NOT NULL,
	"service_bps" integer NOT NULL,
	"payout_fee" numeric(38,0) NOT NULL,
	"min_from" numeric(38,0) NOT NULL,
	"max_from" numeric(38,0) NOT NULL,
	"eta_min_minutes" integer NOT NULL,
	"eta_max_minutes" integer NOT NULL,
	"rules" jsonb NOT NULL,
	"labels" jsonb NOT NULL,
	"sort" integer NOT NULL,
	"margin_hours" text DEFAULT '' NOT NULL,
	"margin_tiers" text DEFAULT '' NOT NULL,
	CONSTRAINT "pair_slug_unique" UNIQUE("slug"),
	CONSTRAINT "pair_status_check" CHECK ("status" in ('active', 'paused', 'maintenance', 'hidden')),
	CONSTRAINT "pair_terms" CHECK (margin_bps between -10000 and 10000 and service_bps between 0 and 9999 and payout_fee >= 0),
	CONSTRAINT "pair_limits" CHECK (min_from >= 0 and min_from <= max_from)
);
--> statement-breakpoint
CREATE TABLE "promo" (
	"code" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"pairs" jsonb NOT NULL,
	"min_from" text,
	"starts_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"uses_left" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	"uses_per_email" integer,
	"new_users_only" boolean DEFAULT false NOT NULL,
	"stopped_at" timestamp (3) with time zone,
	"partner_id" text,
	CONSTRAINT "promo_kind_check" CHECK ("kind" in ('rate_bonus_bps', 'fee_discount_percent', 'fixed_bonus', 'free_payout_fee', 'cashback_percent', 'partner_bind')),
	CONSTRAINT "promo_partner" CHECK ((kind = 'partner_bind') = (partner_id is not null))
);
--> statement-breakpoint
CREATE TABLE "promo_use" (
	"order_ref" text PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_history" (
	"pair_id" text NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"effective_rate" text NOT NULL,
	"reference_rate" text NOT NULL,
	CONSTRAINT "rate_history_pair_id_hour_pk" PRIMARY KEY("pair_id","hour")
);
--> statement-breakpoint
CREATE TABLE "reference_rate" (
	"pair_id" text PRIMARY KEY NOT NULL,
	"rate" text NOT NULL,
	"source" text NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"until_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "feed_price" (
	"feed" text NOT NULL,
	"base" text NOT NULL,
	"quote" text NOT NULL,
	"price" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "feed_price_feed_base_quote_pk" PRIMARY KEY("feed","base","quote")
);
--> statement-breakpoint
CREATE TABLE "market_price" (
	"pair_id" text PRIMARY KEY NOT NULL,
	"rate" text,
	"accepted_at" timestamp (3) with time zone,
	"until_at" timestamp (3) with time zone,
	"sources" text[] DEFAULT '{}' NOT NULL,
	"pause" text,
	"paused_at" timestamp (3) with time zone,
	"jump_rate" text,
	"jump_since" timestamp (3) with time zone,
	CONSTRAINT "market_price_pause_check" CHECK ("pause" in ('stale', 'too_few', 'spread', 'jump')),
	CONSTRAINT "market_price_paused" CHECK ((pause is null) = (paused_at is null)),
	CONSTRAINT "market_price_accepted" CHECK ((rate is null) = (accepted_at is null) and (rate is null) = (until_at is null)),
	CONSTRAINT "market_price_open" CHECK (pause is not null or rate is not null),
	CONSTRAINT "market_price_jump" CHECK ((jump_rate is null) = (jump_since is null) and (jump_rate is null or coalesce(pause, '') = 'jump'))
);
--> statement-breakpoint
CREATE TABLE "price_feed" (
	"name" text PRIMARY KEY NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"answered_at" timestamp (3) with time zone,
	"fault" text,
	"fault_since" timestamp (3) with time zone,
	CONSTRAINT "price_feed_fault_check" CHECK ("fault" in ('timeout', 'connection', 'status', 'content_type', 'too_large', 'format')),
	CONSTRAINT "price_feed_fault" CHECK ((fault is null) = (fault_since is null))
);
--> statement-breakpoint
CREATE TABLE "price_limit" (
	"pair_id" text PRIMARY KEY NOT NULL,
	"quorum" integer,
	"spread_bps" integer,
	"age_seconds" integer,
	"jump_bps" integer,
	CONSTRAINT "price_limit_amounts" CHECK (least(quorum, spread_bps, age_seconds, jump_bps) > 0)
);
--> statement-breakpoint
CREATE TABLE "newsletter_delivery" (
	"issue_id" text NOT NULL,
	"recipient" text NOT NULL,
	"queued_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "newsletter_delivery_issue_id_recipient_pk" PRIMARY KEY("issue_id","recipient"),
	CONSTRAINT "newsletter_delivery_queued" CHECK (ended_at is null or queued_at is not null)
);
--> statement-breakpoint
CREATE TABLE "newsletter_issue" (
	"id" text PRIMARY KEY NOT NULL,
	"subject_en" text NOT NULL,
	"text_en" text NOT NULL,
	"subject_ru" text NOT NULL,
	"text_ru" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "newsletter_subscriber" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"language" text NOT NULL,
	"consent" text NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"mails" integer DEFAULT 0 NOT NULL,
	"mailed_at" timestamp (3) with time zone,
	"confirmed_at" timestamp (3) with time zone,
	CONSTRAINT "newsletter_subscriber_language_check" CHECK ("language" in ('en', 'ru')),
	CONSTRAINT "newsletter_subscriber_consent" CHECK (consent <> '')
);
--> statement-breakpoint
CREATE TABLE "order_day" (
	"day" date PRIMARY KEY NOT NULL,
	"holds_ended" integer DEFAULT 0 NOT NULL,
	"holds_in_time" integer DEFAULT 0 NOT NULL,
	"refunds" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "order_day_sums" CHECK (holds_in_time between 0 and holds_ended and refunds >= 0)
);
--> statement-breakpoint
CREATE TABLE "order_outcome" (
	"order_ref" text NOT NULL,
	"kind" text NOT NULL,
	"outgoing_id" text NOT NULL,
	"pair_id" text NOT NULL,
	"day" date NOT NULL,
	"milliseconds" bigint,
	"bucket" integer,
	CONSTRAINT "order_outcome_order_ref_kind_pk" PRIMARY KEY("order_ref","kind"),
	CONSTRAINT "order_outcome_kind_check" CHECK ("kind" in ('payout', 'refund')),
	CONSTRAINT "order_outcome_time" CHECK ((kind = 'payout') = (milliseconds is not null) and (milliseconds is null) = (bucket is null) and milliseconds >= 0)
);
--> statement-breakpoint
CREATE TABLE "payout_day" (
	"day" date NOT NULL,
	"pair_id" text NOT NULL,
	"bucket" integer NOT NULL,
	"orders" integer NOT NULL,
	"milliseconds" bigint NOT NULL,
	CONSTRAINT "payout_day_day_pair_id_bucket_pk" PRIMARY KEY("day","pair_id","bucket"),
	CONSTRAINT "payout_day_sums" CHECK (orders >= 0 and milliseconds >= 0)
);
--> statement-breakpoint
CREATE TABLE "exchange_order" (
	"ref" text PRIMARY KEY NOT NULL,
	"token_generation" integer DEFAULT 1 NOT NULL,
	"pair_id" text NOT NULL,
	"from_asset" text NOT NULL,
	"to_asset" text NOT NULL,
	"status" text NOT NULL,
	"condition" text NOT NULL,
	"resting_status" text,
	"version" integer DEFAULT 1 NOT NULL,
	"quote_id" text NOT NULL,
	"side" text NOT NULL,
	"from_amount" numeric(38,0) NOT NULL,
	"to_amount" numeric(38,0) NOT NULL,
	"rate" text NOT NULL,
	"reference_rate" text NOT NULL,
	"reference_source" text NOT NULL,
	"service_bps" integer NOT NULL,
	"bonus_bps" integer NOT NULL,
	"fixed_bonus" numeric(38,0) NOT NULL,
	"payout_fee" numeric(38,0) NOT NULL,
	"service_fee" numeric(38,0) NOT NULL,
	"bonus" numeric(38,0) NOT NULL,
	"promo_code" text,
	"quote_expires_at" timestamp (3) with time zone NOT NULL,
	"received" numeric(38,0) NOT NULL,
	"sent" numeric(38,0) NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"grace_until" timestamp (3) with time zone,
	"rate_locked_until" timestamp (3) with time zone,
	"hold_reason" text,
	"hold_since" timestamp (3) with time zone,
	"hold_deadline" timestamp (3) with time zone,
	"hold_offer" jsonb,
	"dispute_flag" text,
	"surplus_back" boolean DEFAULT false NOT NULL,
	"payin_method" text,
	"payin_account" text,
	"payin_address" text,
	"payin_memo" text,
	"payin_uri" text,
	"payin_invoice_url" text,
	"payin_redirect_url" text,
	"payout_account" text,
	"payout_memo" text,
	"payout_extra" jsonb NOT NULL,
	"refund_account" text,
	"refund_memo" text,
	"wrong_refund_account" text,
	"reserve_hold_id" text,
	"email" text,
	"language" text NOT NULL,
	"partner" text,
	"owner_id" text,
	"client_address" text,
	"terms_version" text,
	"accepted_rules" jsonb,
	"accepted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"promo_terms" jsonb,
	"promo_refused" jsonb,
	"disputes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"payin_closed_at" timestamp (3) with time zone,
	"payin_issued_at" timestamp (3) with time zone,
	"loyalty_terms" jsonb,
	"usd_rate" text,
	"completed_at" timestamp (3) with time zone,
	"turnover_cents" numeric(38,0),
	"payout_to_wallet" boolean DEFAULT false NOT NULL,
	"refund_to_wallet" boolean DEFAULT false NOT NULL,
	"payout_usable_at" timestamp (3) with time zone,
	"wallet_paid_at" timestamp (3) with time zone,
	"wallet_worth_usd" numeric(38,0),
	"email_proof" text,
	"payin_rail" text,
	"settle_seconds" integer,
	"cost_terms" jsonb,
	CONSTRAINT "exchange_order_status_check" CHECK ("status" in ('draft', 'awaiting_payment', 'payment_reported', 'confirming', 'on_hold', 'processing', 'sending', 'completed', 'refund_pending', 'refunding', 'refunded', 'expired', 'cancelled', 'failed', 'disputed', 'charged_back')),
	CONSTRAINT "exchange_order_condition_check" CHECK ("condition" in ('none', 'exact', 'partial', 'over', 'late', 'multiple', 'wrong_asset')),
	CONSTRAINT "exchange_order_resting_status_check" CHECK ("resting_status" in ('completed', 'refunded', 'expired', 'cancelled', 'failed', 'charged_back')),
	CONSTRAINT "exchange_order_side_check" CHECK ("side" in ('from', 'to')),
	CONSTRAINT "exchange_order_hold_reason_check" CHECK ("hold_reason" in ('amount_mismatch', 'late_payment', 'rate_moved', 'below_minimum', 'wrong_asset', 'refund_address_missing', 'dispute', 'aml_check', 'kyc_required', 'sender_mismatch', 'gateway_review', 'new_user_delay', 'new_payout_account', 'reserve_low', 'payout_error', 'manual_review')),
	CONSTRAINT "exchange_order_payin_method_check" CHECK ("payin_method" in ('crypto_address', 'hosted_gateway', 'paypal_invoice', 'paypal_transfer', 'balance')),
	CONSTRAINT "exchange_order_email_proof_check" CHECK ("email_proof" in ('session', 'link')),
	CONSTRAINT "exchange_order_amounts" CHECK (from_amount > 0 and to_amount >= 0 and received >= 0 and sent >= 0),
	CONSTRAINT "exchange_order_price" CHECK (service_bps between 0 and 10000 and bonus_bps >= 0 and fixed_bonus >= 0 and payout_fee >= 0
      and service_fee >= 0 and bonus >= 0),
	CONSTRAINT "exchange_order_hold" CHECK ((hold_reason is null) = (hold_since is null) and (hold_reason is null) = (hold_deadline is null)
      and (hold_reason is not null or hold_offer is null)),
	CONSTRAINT "exchange_order_held" CHECK (case when hold_reason is null then status <> 'on_hold' else status in ('on_hold', 'refund_pending') end),
	CONSTRAINT "exchange_order_executed" CHECK (payin_method is not null or status in ('draft', 'expired', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "order_event" (
	"id" text PRIMARY KEY NOT NULL,
	"order_ref" text NOT NULL,
	"version" integer NOT NULL,
	"event" text NOT NULL,
	"from_status" text,
	"to_status" text NOT NULL,
	"by" text NOT NULL,
	"actor" text,
	"note" text,
	"at" timestamp (3) with time zone NOT NULL,
	"from_hold_reason" text,
	CONSTRAINT "order_event_from_status_check" CHECK ("from_status" in ('draft', 'awaiting_payment', 'payment_reported', 'confirming', 'on_hold', 'processing', 'sending', 'completed', 'refund_pending', 'refunding', 'refunded', 'expired', 'cancelled', 'failed', 'disputed', 'charged_back')),
	CONSTRAINT "order_event_from_hold_reason_check" CHECK ("from_hold_reason" in ('amount_mismatch', 'late_payment', 'rate_moved', 'below_minimum', 'wrong_asset', 'refund_address_missing', 'dispute', 'aml_check', 'kyc_required', 'sender_mismatch', 'gateway_review', 'new_user_delay', 'new_payout_account', 'reserve_low', 'payout_error', 'manual_review')),
	CONSTRAINT "order_event_to_status_check" CHECK ("to_status" in ('draft', 'awaiting_payment', 'payment_reported', 'confirming', 'on_hold', 'processing', 'sending', 'completed', 'refund_pending', 'refunding', 'refunded', 'expired', 'cancelled', 'failed', 'disputed', 'charged_back')),
	CONSTRAINT "order_event_by_check" CHECK ("by" in ('client', 'system', 'operator', 'rail'))
);
--> statement-breakpoint
CREATE TABLE "order_note" (
	"id" text PRIMARY KEY NOT NULL,
	"order_ref" text NOT NULL,
	"actor" text NOT NULL,
	"text" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment" (
	"id" text PRIMARY KEY NOT NULL,
	"order_ref" text NOT NULL,
	"rail" text NOT NULL,
	"rail_payment_id" text NOT NULL,
	"asset" text NOT NULL,
	"amount" numeric(38,0) NOT NULL,
	"rail_fee" numeric(38,0) NOT NULL,
	"status" text NOT NULL,
	"confirmations" integer NOT NULL,
	"required" integer NOT NULL,
	"rate_at_sight" text NOT NULL,
	"on_time" text NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"final_at" timestamp (3) with time zone,
	"place" text DEFAULT 'hot' NOT NULL,
	"address" text,
	CONSTRAINT "payment_status_check" CHECK ("status" in ('seen', 'final', 'vanished')),
	CONSTRAINT "payment_on_time_check" CHECK ("on_time" in ('in_window', 'in_grace', 'late')),
	CONSTRAINT "payment_place_check" CHECK ("place" in ('hot', 'deposits')),
	CONSTRAINT "payment_amounts" CHECK (amount > 0 and rail_fee >= 0),
	CONSTRAINT "payment_final" CHECK (status <> 'final' or final_at is not null)
);
--> statement-breakpoint
CREATE TABLE "outgoing" (
	"id" text PRIMARY KEY NOT NULL,
	"order_ref" text,
	"kind" text NOT NULL,
	"attempt" integer NOT NULL,
	"rail" text NOT NULL,
	"asset" text NOT NULL,
	"amount" numeric(38,0) NOT NULL,
	"fee" numeric(38,0) NOT NULL,
	"account" text NOT NULL,
	"memo" text,
	"status" text NOT NULL,
	"transfer_id" text NOT NULL,
	"fee_transfer_id" text,
	"rail_tx_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"settled_at" timestamp (3) with time zone,
	"alarm" text,
	"other_tx_id" text,
	"state" text DEFAULT 'held' NOT NULL,
	"why" text,
	"plan" text,
	"approved_by" text[],
	"approved_at" timestamp (3) with time zone,
	"state_at" timestamp (3) with time zone,
	"withdrawal_id" text,
	CONSTRAINT "outgoing_kind_check" CHECK ("kind" in ('payout', 'refund', 'withdrawal', 'sweep', 'unclaimed_payout')),
	CONSTRAINT "outgoing_owner" CHECK ((kind in ('payout', 'refund')) = (order_ref is not null) and (kind = 'withdrawal') = (withdrawal_id is not null)),
	CONSTRAINT "outgoing_status_check" CHECK ("status" in ('sending', 'sent', 'returned', 'failed')),
	CONSTRAINT "outgoing_alarm_check" CHECK ("alarm" in ('sent_after_failure', 'other_transaction')),
	CONSTRAINT "outgoing_amounts" CHECK (amount > 0 and fee >= 0 and attempt > 0 and (fee > 0) = (fee_transfer_id is not null)),
	CONSTRAINT "outgoing_settled" CHECK ((status = 'sending') = (settled_at is null)),
	CONSTRAINT "outgoing_transaction" CHECK (status <> 'sent' or rail_tx_id is not null),
	CONSTRAINT "outgoing_other_transaction" CHECK (alarm is distinct from 'other_transaction' or other_tx_id is not null)
);
--> statement-breakpoint
CREATE TABLE "payout_guard" (
	"outgoing_id" text PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"why" text,
	"plan" text,
	"approved_by" text[],
	"approved_at" timestamp (3) with time zone,
	"state_at" timestamp (3) with time zone,
	"next_read_at" timestamp (3) with time zone,
	CONSTRAINT "payout_guard_state_check" CHECK ("state" in ('waiting', 'held', 'approved', 'prepared', 'broadcast', 'settled', 'refused', 'reverted', 'void', 'returned')),
	CONSTRAINT "payout_guard_plan" CHECK (plan is not null or state not in ('prepared', 'broadcast')),
	CONSTRAINT "payout_guard_approval" CHECK (approved_at is not null or state not in ('approved', 'prepared', 'broadcast'))
);
--> statement-breakpoint
CREATE TABLE "partner_day" (
	"partner_id" text NOT NULL,
	"day" text NOT NULL,
	"code" text NOT NULL,
	"pair_id" text NOT NULL,
	"asset" text NOT NULL,
	"visits" integer DEFAULT 0 NOT NULL,
	"orders" integer DEFAULT 0 NOT NULL,
	"counted" integer DEFAULT 0 NOT NULL,
	"turnover_cents" numeric(38,0) DEFAULT 0 NOT NULL,
	"waiting" numeric(38,0) DEFAULT 0 NOT NULL,
	"ready" numeric(38,0) DEFAULT 0 NOT NULL,
	"lost" numeric(38,0) DEFAULT 0 NOT NULL,
	"signups" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "partner_day_partner_id_day_code_pair_id_asset_pk" PRIMARY KEY("partner_id","day","code","pair_id","asset"),
	CONSTRAINT "partner_day_sums" CHECK (visits >= 0 and orders >= 0 and counted >= 0 and turnover_cents >= 0 and waiting >= 0 and ready >= 0 and lost >= 0)
);
--> statement-breakpoint
CREATE TABLE "partner_sum" (
	"partner_id" text NOT NULL,
	"asset" text NOT NULL,
	"grouped_by" text NOT NULL,
	"span" text NOT NULL,
	"start" text NOT NULL,
	"key" text NOT NULL,
	"visits" integer DEFAULT 0 NOT NULL,
	"orders" integer DEFAULT 0 NOT NULL,
	"counted" integer DEFAULT 0 NOT NULL,
	"turnover_cents" numeric(38,0) DEFAULT 0 NOT NULL,
	"waiting" numeric(38,0) DEFAULT 0 NOT NULL,
	"ready" numeric(38,0) DEFAULT 0 NOT NULL,
	"lost" numeric(38,0) DEFAULT 0 NOT NULL,
	"signups" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "partner_sum_partner_id_grouped_by_span_start_asset_key_pk" PRIMARY KEY("partner_id","grouped_by","span","start","asset","key"),
	CONSTRAINT "partner_sum_grouped_by_check" CHECK ("grouped_by" in ('all', 'link', 'pair')),
	CONSTRAINT "partner_sum_span_check" CHECK ("span" in ('day', 'month'))
);
--> statement-breakpoint
CREATE TABLE "payout_clearance" (
	"id" text PRIMARY KEY NOT NULL,
	"rule" text NOT NULL,
	"source" text NOT NULL,
	"destination" text NOT NULL,
	"caused_by" text NOT NULL,
	"proof" text NOT NULL,
	"member_id" text,
	"destination_key" text,
	"worth_usd" numeric(38,0),
	"usable_at" timestamp (3) with time zone,
	"limit_day" numeric(38,0),
	"limit_used" numeric(38,0),
	"second_person" text NOT NULL,
	"notice" text NOT NULL,
	"decided_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payout_clearance_policy" CHECK ((rule = 'to_trusted_account' and source in ('wallet') and destination = 'trusted' and caused_by in ('member') and proof in ('authenticator', 'email_code') and second_person in ('none', 'by_amount') and notice = 'account' and usable_at is null and limit_day is not null) or (rule = 'to_new_account' and source in ('wallet') and destination = 'new' and caused_by in ('member') and proof in ('authenticator', 'email_code') and second_person in ('none', 'by_amount') and notice = 'account' and usable_at is not null and limit_day is not null) or (rule = 'wallet_payment_redirected' and source in ('wallet') and destination = 'trusted' and caused_by in ('customer') and proof in ('order_link') and second_person in ('none', 'by_amount') and notice = 'order' and usable_at is null and limit_day is null) or (rule = 'refund_outside_wallet' and source in ('wallet') and destination = 'named' and caused_by in ('member', 'customer') and proof in ('authenticator', 'email_code', 'order_link') and second_person in ('by_amount') and notice = 'order' and usable_at is null and limit_day is null) or (rule = 'into_own_wallet' and source in ('wallet', 'order') and destination = 'own_wallet' and caused_by in ('member') and proof in ('none') and second_person in ('none') and notice = 'order' and usable_at is null and limit_day is null) or (rule = 'to_named_account' and source in ('order') and destination = 'named' and caused_by in ('customer') and proof in ('order_link') and second_person in ('none') and notice = 'order' and usable_at is null and limit_day is null) or (rule = 'to_payer' and source in ('order') and destination = 'payer' and caused_by in ('rail') and proof in ('none') and second_person in ('none') and notice = 'order' and usable_at is null and limit_day is null) or (rule = 'named_by_operator' and source in ('wallet', 'order') and destination = 'operator' and caused_by in ('operator') and proof in ('operator') and second_person in ('by_cause') and notice = 'order' and usable_at is null and limit_day is null) or (rule = 'unclaimed_paid' and source in ('unclaimed') and destination = 'operator' and caused_by in ('operator') and proof in ('operator') and second_person in ('by_cause') and notice = 'none' and usable_at is null and limit_day is null) or (rule = 'gone_already' and source in ('wallet', 'order') and destination = 'gone' and caused_by in ('rail', 'operator') and proof in ('none') and second_person in ('none') and notice = 'order' and usable_at is null and limit_day is null) or (rule = 'sweep' and source in ('house') and destination = 'house' and caused_by in ('house') and proof in ('none') and second_person in ('none') and notice = 'none' and usable_at is null and limit_day is null) or (rule = 'confirmed_before' and source in ('wallet', 'order') and destination = 'named' and caused_by in ('earlier_version') and proof in ('unknown') and second_person in ('none') and notice = 'order' and usable_at is null and limit_day is null) or (rule = 'unconfirmed' and source in ('wallet', 'order') and destination = 'unconfirmed' and caused_by in ('house') and proof in ('none') and second_person in ('none') and notice = 'none' and usable_at is null and limit_day is null)),
	CONSTRAINT "payout_clearance_wait" CHECK (usable_at is null or usable_at <= decided_at),
	CONSTRAINT "payout_clearance_limit" CHECK (limit_used is null or limit_used <= limit_day or second_person = 'by_amount'),
	CONSTRAINT "payout_clearance_usage" CHECK (limit_day is null or (limit_used is not null and member_id is not null and destination_key is not null and worth_usd is not null))
);
--> statement-breakpoint
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
	"unclaimed_payout_id" text,
	CONSTRAINT "payout_destination_kind_check" CHECK ("kind" in ('payout', 'refund', 'wrong_refund', 'withdrawal', 'unclaimed_payout')),
	CONSTRAINT "payout_destination_confirmed_by_check" CHECK ("confirmed_by" in ('customer', 'member', 'operator', 'earlier_version')),
	CONSTRAINT "payout_destination_proof_check" CHECK ("proof" in ('authenticator', 'email_code', 'order_link', 'operator', 'unknown')),
	CONSTRAINT "payout_destination_owner" CHECK ((kind = 'withdrawal') = (withdrawal_id is not null) and (kind = 'unclaimed_payout') = (unclaimed_payout_id is not null) and num_nonnulls(order_ref, withdrawal_id, unclaimed_payout_id) = 1),
	CONSTRAINT "payout_destination_amount" CHECK ((amount is null or amount > 0) and (kind not in ('withdrawal', 'unclaimed_payout') or amount is not null)),
	CONSTRAINT "payout_destination_actor" CHECK ((confirmed_by = 'operator') = (actor is not null))
);
--> statement-breakpoint
CREATE TABLE "paypal_import" (
	"number" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "paypal_import_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"digest" "bytea" NOT NULL,
	"from_at" timestamp (3) with time zone NOT NULL,
	"until_at" timestamp (3) with time zone NOT NULL,
	"lines" integer NOT NULL,
	"imported_by" text NOT NULL,
	"imported_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "paypal_import_time" CHECK (from_at < until_at),
	CONSTRAINT "paypal_import_digest" CHECK (octet_length(digest) = 32)
);
--> statement-breakpoint
CREATE TABLE "paypal_line" (
	"number" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "paypal_line_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"import" integer NOT NULL,
	"position" integer NOT NULL,
	"tx" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"currency" text NOT NULL,
	"gross" numeric(38,0) NOT NULL,
	"fee" numeric(38,0) NOT NULL,
	"account" text,
	"reference" text,
	"balance" numeric(38,0),
	"replaced_by" integer
);
--> statement-breakpoint
CREATE TABLE "paypal_entry" (
	"id" text PRIMARY KEY NOT NULL,
	"task" integer NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"tx" text,
	"of_tx" text,
	"amount" numeric(38,0),
	"fee" numeric(38,0),
	"at" timestamp (3) with time zone NOT NULL,
	"entered_by" text NOT NULL,
	"entered_at" timestamp (3) with time zone NOT NULL,
	"command_id" text,
	"needs_second" boolean NOT NULL,
	"decided_by" text,
	"decided_at" timestamp (3) with time zone,
	"decision_id" text,
	"is_told" boolean DEFAULT false NOT NULL,
	"has_other_payer" boolean DEFAULT false NOT NULL,
	"line" integer,
	"case_id" text,
	"answer_by" timestamp (3) with time zone,
	CONSTRAINT "paypal_entry_kind_check" CHECK ("kind" in ('paid', 'not_paid', 'received', 'returned', 'refunded', 'disputed', 'dispute_answered', 'dispute_won', 'dispute_lost')),
	CONSTRAINT "paypal_entry_state_check" CHECK ("state" in ('waiting', 'confirmed', 'refused')),
	CONSTRAINT "paypal_entry_money" CHECK ((kind in ('paid', 'received', 'returned', 'refunded')) = (tx is not null) and (tx is null) = (fee is null) and (kind = 'not_paid') = (amount is null)),
	CONSTRAINT "paypal_entry_tx_form" CHECK (tx ~ '^[A-Z0-9]{17}$'),
	CONSTRAINT "paypal_entry_amounts" CHECK (amount > 0 and fee >= 0),
	CONSTRAINT "paypal_entry_of" CHECK ((kind in ('paid', 'received', 'not_paid')) = (of_tx is null)),
	CONSTRAINT "paypal_entry_case" CHECK ((kind in ('disputed', 'dispute_answered', 'dispute_won', 'dispute_lost')) = (case_id is not null) and case_id ~ '^[A-Z0-9-]{1,40}$'),
	CONSTRAINT "paypal_entry_answer_by" CHECK ((kind <> 'disputed' or answer_by is not null) and (kind in ('disputed', 'dispute_answered') or answer_by is null)),
	CONSTRAINT "paypal_entry_decided" CHECK ((state = 'waiting') = (decided_by is null) and (decided_by is null) = (decided_at is null)),
	CONSTRAINT "paypal_entry_second" CHECK (not needs_second or state <> 'confirmed' or decided_by <> entered_by)
);
--> statement-breakpoint
CREATE TABLE "paypal_picture" (
	"entry_id" text PRIMARY KEY NOT NULL,
	"image" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "paypal_task" (
	"number" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "paypal_task_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 101 CACHE 1),
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"movement_id" text,
	"order_ref" text,
	"asset" text NOT NULL,
	"amount" numeric(38,0) NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"claimed_by" text,
	"claimed_until" timestamp (3) with time zone,
	"invoice_number" text,
	"invoice_url" text,
	"sent_at" timestamp (3) with time zone,
	"withdrawn_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"reason" text,
	CONSTRAINT "paypal_task_kind_check" CHECK ("kind" in ('pay', 'refund', 'invoice', 'cancel_invoice')),
	CONSTRAINT "paypal_task_state_check" CHECK ("state" in ('open', 'claimed', 'entered', 'sent', 'done', 'failed', 'dropped')),
	CONSTRAINT "paypal_task_amount" CHECK (amount > 0),
	CONSTRAINT "paypal_task_subject" CHECK ((kind in ('pay', 'refund')) = (movement_id is not null) and (kind in ('invoice', 'cancel_invoice')) = (order_ref is not null)),
	CONSTRAINT "paypal_task_claim" CHECK ((claimed_by is null) = (claimed_until is null)),
	CONSTRAINT "paypal_task_claimed" CHECK (state not in ('claimed', 'entered') or claimed_by is not null),
	CONSTRAINT "paypal_task_open" CHECK (state <> 'open' or claimed_by is null),
	CONSTRAINT "paypal_task_sent" CHECK (state <> 'sent' or (kind = 'invoice' and sent_at is not null)),
	CONSTRAINT "paypal_task_ended" CHECK ((state in ('done', 'failed', 'dropped')) = (ended_at is not null)),
	CONSTRAINT "paypal_task_reason" CHECK ((state = 'failed') = (reason is not null))
);
--> statement-breakpoint
CREATE TABLE "push_subscription" (
	"id" text PRIMARY KEY NOT NULL,
	"order_ref" text NOT NULL,
	"endpoint_hash" text NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"vapid_key" text NOT NULL,
	"language" text NOT NULL,
	"told" text,
	"compared_version" integer NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "push_subscription_language_check" CHECK ("language" in ('en', 'ru')),
	CONSTRAINT "push_subscription_retry" CHECK (failures >= 0 and (failures > 0) = (next_try_at is not null))
);
--> statement-breakpoint
CREATE TABLE "reconciliation" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "reconciliation_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"rail" text NOT NULL,
	"state" text NOT NULL,
	"block" bigint,
	"why" text,
	"assets" text[] NOT NULL,
	"credits" integer NOT NULL,
	"sendings" integer NOT NULL,
	"addresses" integer NOT NULL,
	"differences" integer NOT NULL,
	"differences_hash" text,
	"is_news" boolean NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"covers_until" timestamp (3) with time zone,
	CONSTRAINT "reconciliation_state_check" CHECK ("state" in ('matched', 'differs', 'unavailable')),
	CONSTRAINT "reconciliation_result" CHECK ((state = 'unavailable') = (why is not null) and (state = 'differs') = (differences > 0))
);
--> statement-breakpoint
CREATE TABLE "reconciliation_correction" (
	"id" text PRIMARY KEY NOT NULL,
	"rail" text NOT NULL,
	"what" text NOT NULL,
	"subject" text NOT NULL,
	"rail_asset" text,
	"rail_amount" numeric(78,0),
	"ledger_asset" text,
	"ledger_amount" numeric(78,0),
	"audit_id" text NOT NULL,
	CONSTRAINT "reconciliation_correction_what" CHECK (what in ('credit_not_booked', 'booked_without_credit', 'amount_differs', 'asset_differs', 'sent_without_rail', 'rail_without_sent', 'fee_differs', 'signed_unknown')),
	CONSTRAINT "reconciliation_correction_sides" CHECK ((rail_asset is null) = (rail_amount is null) and (ledger_asset is null) = (ledger_amount is null))
);
--> statement-breakpoint
CREATE TABLE "reconciliation_difference" (
	"run_id" text NOT NULL,
	"number" integer NOT NULL,
	"what" text NOT NULL,
	"subject" text NOT NULL,
	"rail_asset" text,
	"rail_amount" numeric(78,0),
	"ledger_asset" text,
	"ledger_amount" numeric(78,0),
	CONSTRAINT "reconciliation_difference_run_id_number_pk" PRIMARY KEY("run_id","number"),
	CONSTRAINT "reconciliation_difference_what_check" CHECK ("what" in ('credit_not_booked', 'booked_without_credit', 'amount_differs', 'asset_differs', 'sent_without_rail', 'rail_without_sent', 'fee_differs', 'balance_unexplained', 'held_open', 'signed_unknown')),
	CONSTRAINT "reconciliation_difference_sides" CHECK ((rail_asset is null) = (rail_amount is null) and (ledger_asset is null) = (ledger_amount is null))
);
--> statement-breakpoint
CREATE TABLE "review" (
	"id" text PRIMARY KEY NOT NULL,
	"order_ref" text NOT NULL,
	"rating" integer NOT NULL,
	"text" text NOT NULL,
	"name" text,
	"language" text NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"written_at" timestamp (3) with time zone NOT NULL,
	"published_at" timestamp (3) with time zone,
	"removed_by" text,
	"removed_words" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"answer" text,
	"answered_at" timestamp (3) with time zone,
	CONSTRAINT "review_language_check" CHECK ("language" in ('en', 'ru')),
	CONSTRAINT "review_removed_by_check" CHECK ("removed_by" in ('insult', 'threat', 'private_data', 'advertising', 'unlawful', 'author')),
	CONSTRAINT "review_bounds" CHECK (rating between 1 and 5 and revision > 0 and char_length(text) between 1 and 1000),
	CONSTRAINT "review_name" CHECK (char_length(name) between 1 and 40),
	CONSTRAINT "review_answer" CHECK ((answer is null) = (answered_at is null))
);
--> statement-breakpoint
CREATE TABLE "review_invitation" (
	"order_ref" text PRIMARY KEY NOT NULL,
	"sent" boolean NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "review_refusal" (
	"mailbox" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_invoice" (
	"id" text PRIMARY KEY NOT NULL,
	"order_ref" text NOT NULL,
	"asset" text NOT NULL,
	"amount" numeric(38,0) NOT NULL,
	"payer" text,
	"is_cancelled" boolean NOT NULL,
	"payments" jsonb NOT NULL,
	"refunds" jsonb NOT NULL,
	"version" integer NOT NULL,
	"reported" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sandbox_invoice_amount" CHECK (amount > 0 and reported <= version)
);
--> statement-breakpoint
CREATE TABLE "address_change" (
	"id" text PRIMARY KEY NOT NULL,
	"member_id" text NOT NULL,
	"change" text NOT NULL,
	"asset" text NOT NULL,
	"account" text NOT NULL,
	"memo" text,
	"label" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "address_change_change_check" CHECK ("change" in ('requested', 'saved', 'renamed', 'deleted', 'dropped'))
);
--> statement-breakpoint
CREATE TABLE "saved_address" (
	"id" text PRIMARY KEY NOT NULL,
	"member_id" text NOT NULL,
	"asset" text NOT NULL,
	"label" text NOT NULL,
	"account" text NOT NULL,
	"memo" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pending_approval" (
	"id" text PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"staff_id" text NOT NULL,
	"name" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"used_by" text,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "pending_approval_used" CHECK ((used_by is null) = (used_at is null) and used_by is distinct from staff_id)
);
--> statement-breakpoint
CREATE TABLE "screening_account" (
	"list" text NOT NULL,
	"entry" text NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "screening_check" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "screening_check_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"subject_kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"occasion" text NOT NULL,
	"fields" text[] NOT NULL,
	"lists" jsonb NOT NULL,
	"result" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"answers" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "screening_check_subject_kind_check" CHECK ("subject_kind" in ('order', 'deposit', 'movement', 'address', 'member')),
	CONSTRAINT "screening_check_occasion_check" CHECK ("occasion" in ('execute', 'payment', 'account', 'credit', 'payout', 'list', 'answer')),
	CONSTRAINT "screening_check_result_check" CHECK ("result" in ('clear', 'hit', 'cleared'))
);
--> statement-breakpoint
CREATE TABLE "screening_entry" (
	"list" text NOT NULL,
	"id" text NOT NULL,
	"kind" text NOT NULL,
	"names" text[] NOT NULL,
	"births" text[] NOT NULL,
	"accounts" text[] NOT NULL,
	"fingerprint" text NOT NULL,
	CONSTRAINT "screening_entry_list_id_pk" PRIMARY KEY("list","id"),
	CONSTRAINT "screening_entry_kind_check" CHECK ("kind" in ('person', 'entity', 'other'))
);
--> statement-breakpoint
CREATE TABLE "screening_hit" (
	"id" text PRIMARY KEY NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"customer" text NOT NULL,
	"list" text NOT NULL,
	"entry" text NOT NULL,
	"fingerprint" text NOT NULL,
	"field" text NOT NULL,
	"score" integer NOT NULL,
	"state" text NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"decided_by" text,
	"decided_at" timestamp (3) with time zone,
	"reason" text,
	CONSTRAINT "screening_hit_subject_kind_check" CHECK ("subject_kind" in ('order', 'deposit', 'movement', 'address', 'member')),
	CONSTRAINT "screening_hit_state_check" CHECK ("state" in ('open', 'cleared', 'confirmed')),
	CONSTRAINT "screening_hit_field_check" CHECK ("field" in ('name', 'account', 'block')),
	CONSTRAINT "screening_hit_score" CHECK (score between 0 and 100),
	CONSTRAINT "screening_hit_decided" CHECK ((state = 'open') = (decided_by is null) and (state = 'open') = (decided_at is null))
);
--> statement-breakpoint
CREATE TABLE "screening_import" (
	"id" text PRIMARY KEY NOT NULL,
	"list" text NOT NULL,
	"format" text NOT NULL,
	"list_date" text NOT NULL,
	"entries" integer NOT NULL,
	"sha256" text NOT NULL,
	"imported_by" text NOT NULL,
	"imported_at" timestamp (3) with time zone NOT NULL,
	"replaced_at" timestamp (3) with time zone,
	"rescan_stage" text,
	"rescan_after" text,
	CONSTRAINT "screening_import_format_check" CHECK ("format" in ('ofac', 'ofac_advanced', 'ofac_csv', 'eu', 'un', 'plain')),
	CONSTRAINT "screening_import_entries" CHECK (entries >= 0 and list_date ~ '^\d{4}-\d{2}-\d{2}$')
);
--> statement-breakpoint
CREATE TABLE "screening_question" (
	"id" text PRIMARY KEY NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"customer" text NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"sealed" text,
	"state" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"asked_at" timestamp (3) with time zone,
	"answered_at" timestamp (3) with time zone,
	"reference" text,
	"entry" text,
	"holds" boolean DEFAULT false NOT NULL,
	"settled_at" timestamp (3) with time zone,
	CONSTRAINT "screening_question_subject_kind_check" CHECK ("subject_kind" in ('order', 'deposit', 'movement', 'address', 'member')),
	CONSTRAINT "screening_question_kind_check" CHECK ("kind" in ('address', 'name')),
	CONSTRAINT "screening_question_state_check" CHECK ("state" in ('waiting', 'clear', 'listed', 'silent')),
	CONSTRAINT "screening_question_key_hash" CHECK (key ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "screening_question_sealed" CHECK ((state = 'waiting') = (sealed is not null) and sealed ~ '^[A-Za-z0-9_-]{38,}$'),
	CONSTRAINT "screening_question_answered_at" CHECK ((state = 'waiting') = (answered_at is null)),
	CONSTRAINT "screening_question_answer" CHECK ((state in ('clear', 'listed')) = (reference is not null) and (state = 'listed') = (entry is not null)),
	CONSTRAINT "screening_question_settled" CHECK (settled_at is null or state <> 'waiting')
);
--> statement-breakpoint
CREATE TABLE "audit" (
	"id" text PRIMARY KEY NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"reason" text,
	"details" jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"command_id" text
);
--> statement-breakpoint
CREATE TABLE "letter" (
	"id" text PRIMARY KEY NOT NULL,
	"order_ref" text,
	"kind" text NOT NULL,
	"language" text NOT NULL,
	"to_address" text NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"subject" text,
	"text" text,
	"html" text,
	"failures" integer DEFAULT 0 NOT NULL,
	"failure" text,
	"cause" text DEFAULT 'unproven' NOT NULL,
	"mailbox" text,
	"admitted_at" timestamp (3) with time zone,
	"digest_id" text,
	CONSTRAINT "letter_cause_check" CHECK ("cause" in ('member', 'mailbox', 'house', 'operator', 'unproven', 'stranger', 'desk')),
	CONSTRAINT "letter_mailbox" CHECK (cause <> 'stranger' or mailbox is not null),
	CONSTRAINT "letter_digested" CHECK ((status = 'digested') = (digest_id is not null)),
	CONSTRAINT "letter_status_check" CHECK ("status" in ('queued', 'sent', 'stored', 'overtaken', 'held', 'digested', 'refused')),
	CONSTRAINT "letter_sent" CHECK ((status in ('sent', 'stored')) = (sent_at is not null))
);
--> statement-breakpoint
CREATE TABLE "idempotency_key" (
	"scope" text NOT NULL,
	"key" text NOT NULL,
	"body_hash" text NOT NULL,
	"status" integer,
	"reply" text,
	"started_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_key_scope_key_pk" PRIMARY KEY("scope","key"),
	CONSTRAINT "idempotency_key_reply" CHECK ((status is null) = (reply is null))
);
--> statement-breakpoint
CREATE TABLE "order_taken" (
	"order_ref" text PRIMARY KEY NOT NULL,
	"actor" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"until_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payout_stop" (
	"rail" text PRIMARY KEY NOT NULL,
	"actor" text NOT NULL,
	"reason" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limit" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "reserve_request" (
	"id" text PRIMARY KEY NOT NULL,
	"pair_id" text NOT NULL,
	"amount" numeric(38,0) NOT NULL,
	"email" text NOT NULL,
	"language" text NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"told_at" timestamp (3) with time zone,
	"is_members" boolean DEFAULT false NOT NULL,
	CONSTRAINT "reserve_request_amount" CHECK (amount > 0)
);
--> statement-breakpoint
CREATE TABLE "sandbox_sent" (
	"id" text PRIMARY KEY NOT NULL,
	"asset" text NOT NULL,
	"amount" text NOT NULL,
	"account" text NOT NULL,
	"tx_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_step" (
	"id" text PRIMARY KEY NOT NULL,
	"order_ref" text,
	"step" text NOT NULL,
	"details" jsonb NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"done_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "setting" (
	"name" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signing_key" (
	"id" text PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"sealed" text NOT NULL,
	"valid_from" timestamp (3) with time zone NOT NULL,
	"valid_until" timestamp (3) with time zone,
	CONSTRAINT "signing_key_times" CHECK (valid_until is null or valid_until >= valid_from)
);
--> statement-breakpoint
CREATE TABLE "checker_approval" (
	"id" text PRIMARY KEY NOT NULL,
	"entry_id" text,
	"movement_id" text,
	"command_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "checker_approval_about" CHECK (num_nonnulls(entry_id, movement_id) > 0)
);
--> statement-breakpoint
CREATE TABLE "maker_entry" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"about" text NOT NULL,
	"subject" text NOT NULL,
	"actor" text NOT NULL,
	"audit_id" text NOT NULL,
	"command_id" text,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "maker_entry_kind_check" CHECK ("kind" in ('wallet_credit', 'deposit_assigned', 'payin_confirmed', 'payout_returned', 'refund_redirected', 'quoted_rate', 'price', 'promo', 'partner_rate', 'unclaimed_payout', 'freeze_lifted', 'withdrawal_let_go', 'staff_added', 'staff_removed')),
	CONSTRAINT "maker_entry_about_check" CHECK ("about" in ('member', 'order', 'pair', 'asset', 'promo', 'partner', 'movement', 'staff'))
);
--> statement-breakpoint
CREATE TABLE "signed_command" (
	"id" text PRIMARY KEY NOT NULL,
	"credential_id" text NOT NULL,
	"payload" text NOT NULL,
	"signature" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "staff_role_check" CHECK ("role" in ('operator', 'approver', 'risk', 'owner')),
	CONSTRAINT "staff_named" CHECK (length(trim(name)) between 2 and 60)
);
--> statement-breakpoint
CREATE TABLE "staff_credential" (
	"id" text PRIMARY KEY NOT NULL,
	"staff_id" text NOT NULL,
	"kind" text NOT NULL,
	"public_key" text NOT NULL,
	"seq" integer GENERATED ALWAYS AS IDENTITY (sequence name "staff_credential_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone NOT NULL,
	"added_by" text,
	CONSTRAINT "staff_credential_kind_check" CHECK ("kind" in ('ed25519'))
);
--> statement-breakpoint
CREATE TABLE "staff_removal" (
	"id" text PRIMARY KEY NOT NULL,
	"staff_id" text NOT NULL,
	"credential_id" text,
	"at" timestamp (3) with time zone NOT NULL,
	"removed_by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "incident" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"title" jsonb NOT NULL,
	"text" jsonb NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"next_word_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "incident_kind_check" CHECK ("kind" in ('stopped', 'partly', 'planned')),
	CONSTRAINT "incident_times" CHECK (ended_at is null or (ended_at >= started_at and next_word_at is null))
);
--> statement-breakpoint
CREATE TABLE "part_day" (
	"part" text NOT NULL,
	"day" date NOT NULL,
	"first_minute" timestamp (3) with time zone NOT NULL,
	"last_minute" timestamp (3) with time zone NOT NULL,
	"working" integer NOT NULL,
	"partly" integer NOT NULL,
	"state" text NOT NULL,
	CONSTRAINT "part_day_part_day_pk" PRIMARY KEY("part","day"),
	CONSTRAINT "part_day_part_check" CHECK ("part" in ('orders', 'coins', 'invoices', 'payouts')),
	CONSTRAINT "part_day_state_check" CHECK ("state" in ('works', 'partly', 'stopped')),
	CONSTRAINT "part_day_minutes" CHECK (working >= 0 and partly >= 0 and first_minute <= last_minute)
);
--> statement-breakpoint
CREATE TABLE "reserve_history" (
	"asset_id" text NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"amount" numeric(38,0) NOT NULL,
	CONSTRAINT "reserve_history_asset_id_hour_pk" PRIMARY KEY("asset_id","hour")
);
--> statement-breakpoint
CREATE TABLE "ticket" (
	"number" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ticket_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 10001 CACHE 1),
	"topic" text NOT NULL,
	"status" text NOT NULL,
	"language" text NOT NULL,
	"email" text NOT NULL,
	"name" text,
	"email_confirmed" boolean NOT NULL,
	"order_ref" text,
	"member_id" text,
	"order_typed" text,
	"assignee" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"answer_by" timestamp (3) with time zone NOT NULL,
	"first_answer_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"mailbox_since" timestamp (3) with time zone,
	"is_author" boolean,
	CONSTRAINT "ticket_topic_check" CHECK ("topic" in ('order', 'payment', 'account', 'partner', 'other')),
	CONSTRAINT "ticket_status_check" CHECK ("status" in ('awaiting_support', 'awaiting_customer', 'closed')),
	CONSTRAINT "ticket_closed" CHECK ((status = 'closed') = (closed_at is not null))
);
--> statement-breakpoint
CREATE TABLE "ticket_entry" (
	"id" text PRIMARY KEY NOT NULL,
	"position" integer GENERATED ALWAYS AS IDENTITY (sequence name "ticket_entry_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"ticket" integer NOT NULL,
	"author" text NOT NULL,
	"event" text,
	"text" text NOT NULL,
	"operator" text,
	"signature" text,
	"sender" text,
	"email_id" text,
	"at" timestamp (3) with time zone NOT NULL,
	"is_proven" boolean,
	CONSTRAINT "ticket_entry_author_check" CHECK ("author" in ('customer', 'support', 'system', 'unverified', 'note')),
	CONSTRAINT "ticket_entry_event_check" CHECK ("event" in ('received', 'solved', 'closed', 'closed_unanswered', 'reopened', 'author_confirmed', 'author_denied')),
	CONSTRAINT "ticket_entry_author" CHECK ((author = 'system') = (event is not null)),
	CONSTRAINT "ticket_entry_operator" CHECK (author not in ('support', 'note') or operator is not null),
	CONSTRAINT "ticket_entry_sender" CHECK ((author = 'unverified') = (sender is not null))
);
--> statement-breakpoint
CREATE TABLE "ticket_file" (
	"id" text PRIMARY KEY NOT NULL,
	"entry_id" text,
	"name" text NOT NULL,
	"image" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "address_balance" (
	"rail" text NOT NULL,
	"asset" text NOT NULL,
	"address" text NOT NULL,
	"arrived" numeric(38,0) DEFAULT 0 NOT NULL,
	"swept" numeric(38,0) DEFAULT 0 NOT NULL,
	"lying" numeric(38,0) GENERATED ALWAYS AS (case when address = '' then arrived - swept else greatest(arrived - swept, 0) end) STORED NOT NULL,
	"ours" numeric(38,0) DEFAULT 0 NOT NULL,
	CONSTRAINT "address_balance_rail_asset_address_pk" PRIMARY KEY("rail","asset","address"),
	CONSTRAINT "address_balance_swept" CHECK (swept >= 0)
);
--> statement-breakpoint
CREATE TABLE "sweep_part" (
	"sweep_id" text NOT NULL,
	"address" text NOT NULL,
	"amount" numeric(38,0) NOT NULL,
	"payments" text[] NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"returned" numeric(38,0) DEFAULT 0 NOT NULL,
	"rail_tx_id" text,
	"fee" numeric(38,0),
	"is_legacy" boolean DEFAULT false NOT NULL,
	"gas_asset" text,
	"topped_up" numeric(38,0) DEFAULT 0 NOT NULL,
	"top_up_fee" numeric(38,0) DEFAULT 0 NOT NULL,
	"remainder" numeric(38,0) DEFAULT 0 NOT NULL,
	"reason" text,
	CONSTRAINT "sweep_part_sweep_id_address_pk" PRIMARY KEY("sweep_id","address"),
	CONSTRAINT "sweep_part_state_check" CHECK ("state" in ('open', 'arrived', 'failed', 'returned')),
	CONSTRAINT "sweep_part_amount" CHECK (amount > 0 and (fee is null or fee >= 0)),
	CONSTRAINT "sweep_part_gas" CHECK (topped_up >= 0 and top_up_fee >= 0 and remainder >= 0 and remainder < amount
        and (gas_asset is not null or topped_up + top_up_fee + remainder = 0)),
	CONSTRAINT "sweep_part_returned" CHECK (returned <= amount and (state = 'returned') = (returned > 0) and returned >= 0)
);
--> statement-breakpoint
CREATE TABLE "terms_state" (
	"id" text PRIMARY KEY NOT NULL,
	"version" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"digest" text NOT NULL,
	"operator" jsonb NOT NULL,
	"rules" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unclaimed_payout" (
	"id" text PRIMARY KEY NOT NULL,
	"order_ref" text,
	"deposit_id" text,
	"closing_id" text,
	"withdrawal_id" text,
	"rail" text NOT NULL,
	"asset" text NOT NULL,
	"amount" numeric(38,0) NOT NULL,
	"account" text NOT NULL,
	"memo" text,
	"status" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "unclaimed_payout_status_check" CHECK ("status" in ('sending', 'sent', 'returned', 'failed')),
	CONSTRAINT "unclaimed_payout_origin" CHECK (num_nonnulls(order_ref, deposit_id, closing_id, withdrawal_id) = 1),
	CONSTRAINT "unclaimed_payout_amount" CHECK (amount > 0),
	CONSTRAINT "unclaimed_payout_ended" CHECK ((status = 'sending') = (ended_at is null))
);
--> statement-breakpoint
CREATE TABLE "unpaid_day" (
	"day" text NOT NULL,
	"party" text NOT NULL,
	"asset" text NOT NULL,
	"amount" numeric(38,0) NOT NULL,
	CONSTRAINT "unpaid_day_day_party_asset_pk" PRIMARY KEY("day","party","asset")
);
--> statement-breakpoint
CREATE TABLE "unpaid_hold" (
	"order_ref" text PRIMARY KEY NOT NULL,
	"asset" text NOT NULL,
	"amount" numeric(38,0) NOT NULL,
	"network" text NOT NULL,
	"email" text NOT NULL,
	"member_id" text,
	"is_covered" boolean NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "consent_record" (
	"id" text PRIMARY KEY NOT NULL,
	"answer" text NOT NULL,
	"text" text NOT NULL,
	"by" text NOT NULL,
	"language" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "consent_record_answer_check" CHECK ("answer" in ('yes', 'no')),
	CONSTRAINT "consent_record_by_check" CHECK ("by" in ('banner', 'settings')),
	CONSTRAINT "consent_record_language_check" CHECK ("language" in ('en', 'ru'))
);
--> statement-breakpoint
CREATE TABLE "page_view" (
	"day" text NOT NULL,
	"page" text NOT NULL,
	"language" text NOT NULL,
	"referrer" text NOT NULL,
	"is_bot" boolean NOT NULL,
	"views" integer NOT NULL,
	CONSTRAINT "page_view_day_page_language_referrer_is_bot_pk" PRIMARY KEY("day","page","language","referrer","is_bot"),
	CONSTRAINT "page_view_language_check" CHECK ("language" in ('en', 'ru')),
	CONSTRAINT "page_view_views" CHECK (views > 0)
);
--> statement-breakpoint
CREATE TABLE "deposit" (
	"id" text PRIMARY KEY NOT NULL,
	"address_id" text NOT NULL,
	"member_id" text,
	"wallet_asset" text NOT NULL,
	"rail" text NOT NULL,
	"rail_payment_id" text NOT NULL,
	"asset" text NOT NULL,
	"amount" numeric(38,0) NOT NULL,
	"status" text NOT NULL,
	"confirmations" integer NOT NULL,
	"required" integer NOT NULL,
	"times_final" integer DEFAULT 0 NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"final_at" timestamp (3) with time zone,
	"place" text DEFAULT 'hot' NOT NULL,
	CONSTRAINT "deposit_status_check" CHECK ("status" in ('pending', 'collecting', 'credited', 'unclaimed', 'returned', 'gone', 'taken_back', 'checking')),
	CONSTRAINT "deposit_place_check" CHECK ("place" in ('hot', 'deposits')),
	CONSTRAINT "deposit_amount" CHECK (amount > 0 and confirmations >= 0 and required >= 0),
	CONSTRAINT "deposit_final" CHECK ((status in ('collecting', 'credited', 'unclaimed', 'returned', 'taken_back', 'checking')) = (final_at is not null and times_final > 0))
);
--> statement-breakpoint
CREATE TABLE "sandbox_deposit_step" (
	"id" text PRIMARY KEY NOT NULL,
	"address_id" text NOT NULL,
	"asset" text NOT NULL,
	"amount" numeric(38,0) NOT NULL,
	"confirmations" integer NOT NULL,
	"required" integer NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"done_at" timestamp (3) with time zone,
	CONSTRAINT "sandbox_deposit_step_amount" CHECK (amount > 0)
);
--> statement-breakpoint
CREATE TABLE "wallet" (
	"member_id" text NOT NULL,
	"asset" text NOT NULL,
	"debt" numeric(38,0) DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "wallet_member_id_asset_pk" PRIMARY KEY("member_id","asset"),
	CONSTRAINT "wallet_debt" CHECK (debt >= 0)
);
--> statement-breakpoint
CREATE TABLE "wallet_address" (
	"id" text PRIMARY KEY NOT NULL,
	"member_id" text,
	"asset" text NOT NULL,
	"rail" text NOT NULL,
	"address" text NOT NULL,
	"memo" text,
	"uri" text,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"replaced_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "wallet_entry" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"member_id" text NOT NULL,
	"transfer_id" text NOT NULL,
	"type" text NOT NULL,
	"amount" numeric(38,0) NOT NULL,
	"balance_after" numeric(38,0) NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"seq" bigint NOT NULL,
	"credited" numeric(38,0) NOT NULL,
	"number" integer NOT NULL,
	CONSTRAINT "wallet_entry_type_check" CHECK ("type" in ('deposit', 'withdrawal', 'withdrawal_fee', 'withdrawal_returned', 'order_payin', 'order_payout', 'refund', 'affiliate', 'promo', 'adjustment', 'chargeback', 'debt_repayment')),
	CONSTRAINT "wallet_entry_amount" CHECK (amount <> 0 and balance_after >= 0)
);
--> statement-breakpoint
CREATE TABLE "wallet_settling" (
	"transfer_id" text PRIMARY KEY NOT NULL,
	"member_id" text,
	"asset" text NOT NULL,
	"amount" numeric(38,0) NOT NULL,
	"order_ref" text,
	"settles_at" timestamp (3) with time zone NOT NULL,
	"taken" numeric(38,0) DEFAULT 0 NOT NULL,
	"owed" numeric(38,0) DEFAULT 0 NOT NULL,
	CONSTRAINT "wallet_settling_amount" CHECK (amount > 0),
	CONSTRAINT "wallet_settling_taken" CHECK (taken >= 0 and owed >= 0 and taken + owed <= amount)
);
--> statement-breakpoint
CREATE TABLE "withdrawal" (
	"id" text PRIMARY KEY NOT NULL,
	"member_id" text,
	"source" text NOT NULL,
	"asset" text NOT NULL,
	"rail" text NOT NULL,
	"amount" numeric(38,0) NOT NULL,
	"fee" numeric(38,0) NOT NULL,
	"account" text NOT NULL,
	"memo" text,
	"worth_usd" numeric(38,0) NOT NULL,
	"status" text NOT NULL,
	"reason" text,
	"confirm_with" text NOT NULL,
	"request_hash" text NOT NULL,
	"sent_late" boolean DEFAULT false NOT NULL,
	"usable_at" timestamp (3) with time zone NOT NULL,
	"confirm_by" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"approved_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"awaits_cash" boolean DEFAULT false NOT NULL,
	"cleared_at" timestamp (3) with time zone,
	"number" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "withdrawal_source_check" CHECK ("source" in ('wallet', 'affiliate')),
	CONSTRAINT "withdrawal_status_check" CHECK ("status" in ('requested', 'confirm_pending', 'cooling_off', 'approved', 'processing', 'completed', 'cancelled', 'rejected', 'failed')),
	CONSTRAINT "withdrawal_reason_check" CHECK ("reason" in ('by_member', 'not_confirmed', 'lapsed', 'reported', 'by_team', 'frozen', 'not_sent', 'returned', 'sent_after_failure')),
	CONSTRAINT "withdrawal_confirm_with_check" CHECK ("confirm_with" in ('authenticator', 'email')),
	CONSTRAINT "withdrawal_amounts" CHECK (fee >= 0 and amount > fee and worth_usd >= 0),
	CONSTRAINT "withdrawal_ended" CHECK ((status in ('completed', 'cancelled', 'rejected', 'failed')) = (ended_at is not null)),
	CONSTRAINT "withdrawal_confirmed" CHECK (confirmed_at is not null or status in ('requested', 'confirm_pending', 'cancelled', 'rejected'))
);--> statement-breakpoint
ALTER TABLE "transfer" ADD CONSTRAINT "transfer_debit_account_account_id_fk" FOREIGN KEY ("debit_account") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer" ADD CONSTRAINT "transfer_credit_account_account_id_fk" FOREIGN KEY ("credit_account") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "avatar" ADD CONSTRAINT "avatar_member_id_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."member"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_code" ADD CONSTRAINT "email_code_member_id_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."member"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "google_identity" ADD CONSTRAINT "google_identity_member_id_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."member"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_password" ADD CONSTRAINT "member_password_member_id_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."member"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_session" ADD CONSTRAINT "member_session_member_id_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."member"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_member_id_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."member"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_address" ADD CONSTRAINT "saved_address_member_id_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."member"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_step" ADD CONSTRAINT "sign_in_step_member_id_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."member"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "totp" ADD CONSTRAINT "totp_member_id_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."member"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gateway_session" ADD CONSTRAINT "gateway_session_order_ref_exchange_order_ref_fk" FOREIGN KEY ("order_ref") REFERENCES "public"."exchange_order"("ref") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_session_event" ADD CONSTRAINT "sandbox_session_event_session_id_sandbox_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sandbox_session"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pair" ADD CONSTRAINT "pair_from_asset_asset_id_fk" FOREIGN KEY ("from_asset") REFERENCES "public"."asset"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pair" ADD CONSTRAINT "pair_to_asset_asset_id_fk" FOREIGN KEY ("to_asset") REFERENCES "public"."asset"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reference_rate" ADD CONSTRAINT "reference_rate_pair_id_pair_id_fk" FOREIGN KEY ("pair_id") REFERENCES "public"."pair"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_invoice" ADD CONSTRAINT "sandbox_invoice_order_ref_exchange_order_ref_fk" FOREIGN KEY ("order_ref") REFERENCES "public"."exchange_order"("ref") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letter" ADD CONSTRAINT "letter_order_ref_exchange_order_ref_fk" FOREIGN KEY ("order_ref") REFERENCES "public"."exchange_order"("ref") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_taken" ADD CONSTRAINT "order_taken_order_ref_exchange_order_ref_fk" FOREIGN KEY ("order_ref") REFERENCES "public"."exchange_order"("ref") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reserve_request" ADD CONSTRAINT "reserve_request_pair_id_pair_id_fk" FOREIGN KEY ("pair_id") REFERENCES "public"."pair"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_step" ADD CONSTRAINT "sandbox_step_order_ref_exchange_order_ref_fk" FOREIGN KEY ("order_ref") REFERENCES "public"."exchange_order"("ref") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unpaid_hold" ADD CONSTRAINT "unpaid_hold_order_ref_exchange_order_ref_fk" FOREIGN KEY ("order_ref") REFERENCES "public"."exchange_order"("ref") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promo_use" ADD CONSTRAINT "promo_use_order_ref_exchange_order_ref_fk" FOREIGN KEY ("order_ref") REFERENCES "public"."exchange_order"("ref") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promo_use" ADD CONSTRAINT "promo_use_code_promo_code_fk" FOREIGN KEY ("code") REFERENCES "public"."promo"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exchange_order" ADD CONSTRAINT "exchange_order_owner_id_member_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."member"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_event" ADD CONSTRAINT "order_event_order_ref_exchange_order_ref_fk" FOREIGN KEY ("order_ref") REFERENCES "public"."exchange_order"("ref") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_note" ADD CONSTRAINT "order_note_order_ref_exchange_order_ref_fk" FOREIGN KEY ("order_ref") REFERENCES "public"."exchange_order"("ref") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outgoing" ADD CONSTRAINT "outgoing_order_ref_exchange_order_ref_fk" FOREIGN KEY ("order_ref") REFERENCES "public"."exchange_order"("ref") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_order_ref_exchange_order_ref_fk" FOREIGN KEY ("order_ref") REFERENCES "public"."exchange_order"("ref") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_order_ref_exchange_order_ref_fk" FOREIGN KEY ("order_ref") REFERENCES "public"."exchange_order"("ref") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer" ADD CONSTRAINT "transfer_order_ref_exchange_order_ref_fk" FOREIGN KEY ("order_ref") REFERENCES "public"."exchange_order"("ref") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rate_history" ADD CONSTRAINT "rate_history_pair_id_pair_id_fk" FOREIGN KEY ("pair_id") REFERENCES "public"."pair"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reserve_history" ADD CONSTRAINT "reserve_history_asset_id_asset_id_fk" FOREIGN KEY ("asset_id") REFERENCES "public"."asset"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review" ADD CONSTRAINT "review_order_ref_exchange_order_ref_fk" FOREIGN KEY ("order_ref") REFERENCES "public"."exchange_order"("ref") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_invitation" ADD CONSTRAINT "review_invitation_order_ref_exchange_order_ref_fk" FOREIGN KEY ("order_ref") REFERENCES "public"."exchange_order"("ref") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket" ADD CONSTRAINT "ticket_order_ref_exchange_order_ref_fk" FOREIGN KEY ("order_ref") REFERENCES "public"."exchange_order"("ref") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket" ADD CONSTRAINT "ticket_member_id_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."member"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_entry" ADD CONSTRAINT "ticket_entry_ticket_ticket_number_fk" FOREIGN KEY ("ticket") REFERENCES "public"."ticket"("number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_file" ADD CONSTRAINT "ticket_file_entry_id_ticket_entry_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."ticket_entry"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletter_delivery" ADD CONSTRAINT "newsletter_delivery_issue_id_newsletter_issue_id_fk" FOREIGN KEY ("issue_id") REFERENCES "public"."newsletter_issue"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deposit" ADD CONSTRAINT "deposit_address_id_wallet_address_id_fk" FOREIGN KEY ("address_id") REFERENCES "public"."wallet_address"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deposit" ADD CONSTRAINT "deposit_member_id_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."member"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deposit" ADD CONSTRAINT "deposit_asset_asset_id_fk" FOREIGN KEY ("asset") REFERENCES "public"."asset"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_deposit_step" ADD CONSTRAINT "sandbox_deposit_step_address_id_wallet_address_id_fk" FOREIGN KEY ("address_id") REFERENCES "public"."wallet_address"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_deposit_step" ADD CONSTRAINT "sandbox_deposit_step_asset_asset_id_fk" FOREIGN KEY ("asset") REFERENCES "public"."asset"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet" ADD CONSTRAINT "wallet_member_id_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."member"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet" ADD CONSTRAINT "wallet_asset_asset_id_fk" FOREIGN KEY ("asset") REFERENCES "public"."asset"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_address" ADD CONSTRAINT "wallet_address_member_id_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."member"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_address" ADD CONSTRAINT "wallet_address_asset_asset_id_fk" FOREIGN KEY ("asset") REFERENCES "public"."asset"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_entry" ADD CONSTRAINT "wallet_entry_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_settling" ADD CONSTRAINT "wallet_settling_member_id_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."member"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_settling" ADD CONSTRAINT "wallet_settling_asset_asset_id_fk" FOREIGN KEY ("asset") REFERENCES "public"."asset"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_settling" ADD CONSTRAINT "wallet_settling_order_ref_exchange_order_ref_fk" FOREIGN KEY ("order_ref") REFERENCES "public"."exchange_order"("ref") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscription" ADD CONSTRAINT "push_subscription_order_ref_exchange_order_ref_fk" FOREIGN KEY ("order_ref") REFERENCES "public"."exchange_order"("ref") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawal" ADD CONSTRAINT "withdrawal_member_id_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."member"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outgoing" ADD CONSTRAINT "outgoing_withdrawal_id_withdrawal_id_fk" FOREIGN KEY ("withdrawal_id") REFERENCES "public"."withdrawal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate_payout" ADD CONSTRAINT "affiliate_payout_partner_id_partner_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_partner" ADD CONSTRAINT "member_partner_member_id_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."member"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_partner" ADD CONSTRAINT "member_partner_partner_id_partner_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner" ADD CONSTRAINT "partner_member_id_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."member"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner" ADD CONSTRAINT "partner_parent_id_partner_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."partner"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_balance" ADD CONSTRAINT "partner_balance_partner_id_partner_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_day" ADD CONSTRAINT "partner_day_partner_id_partner_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_link" ADD CONSTRAINT "partner_link_partner_id_partner_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral" ADD CONSTRAINT "referral_order_ref_exchange_order_ref_fk" FOREIGN KEY ("order_ref") REFERENCES "public"."exchange_order"("ref") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral" ADD CONSTRAINT "referral_partner_id_partner_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reward" ADD CONSTRAINT "reward_order_ref_exchange_order_ref_fk" FOREIGN KEY ("order_ref") REFERENCES "public"."exchange_order"("ref") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reward" ADD CONSTRAINT "reward_partner_id_partner_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promo" ADD CONSTRAINT "promo_partner_id_partner_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_sum" ADD CONSTRAINT "partner_sum_partner_id_partner_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_freeze" ADD CONSTRAINT "account_freeze_member_id_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."member"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_guard" ADD CONSTRAINT "payout_guard_outgoing_id_outgoing_id_fk" FOREIGN KEY ("outgoing_id") REFERENCES "public"."outgoing"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "address_change" ADD CONSTRAINT "address_change_member_id_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."member"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checker_approval" ADD CONSTRAINT "checker_approval_entry_id_maker_entry_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."maker_entry"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checker_approval" ADD CONSTRAINT "checker_approval_command_id_signed_command_id_fk" FOREIGN KEY ("command_id") REFERENCES "public"."signed_command"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "maker_entry" ADD CONSTRAINT "maker_entry_command_id_signed_command_id_fk" FOREIGN KEY ("command_id") REFERENCES "public"."signed_command"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signed_command" ADD CONSTRAINT "signed_command_credential_id_staff_credential_id_fk" FOREIGN KEY ("credential_id") REFERENCES "public"."staff_credential"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_credential" ADD CONSTRAINT "staff_credential_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_credential" ADD CONSTRAINT "staff_credential_added_by_signed_command_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."signed_command"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_removal" ADD CONSTRAINT "staff_removal_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_removal" ADD CONSTRAINT "staff_removal_credential_id_staff_credential_id_fk" FOREIGN KEY ("credential_id") REFERENCES "public"."staff_credential"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_removal" ADD CONSTRAINT "staff_removal_removed_by_signed_command_id_fk" FOREIGN KEY ("removed_by") REFERENCES "public"."signed_command"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit" ADD CONSTRAINT "audit_command_id_signed_command_id_fk" FOREIGN KEY ("command_id") REFERENCES "public"."signed_command"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_destination" ADD CONSTRAINT "payout_destination_order_ref_exchange_order_ref_fk" FOREIGN KEY ("order_ref") REFERENCES "public"."exchange_order"("ref") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_destination" ADD CONSTRAINT "payout_destination_withdrawal_id_withdrawal_id_fk" FOREIGN KEY ("withdrawal_id") REFERENCES "public"."withdrawal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer" ADD CONSTRAINT "transfer_payment_id_payment_id_fk" FOREIGN KEY (payment_id) REFERENCES payment (id) DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "transfer" ADD CONSTRAINT "transfer_outgoing_id_outgoing_id_fk" FOREIGN KEY (outgoing_id) REFERENCES outgoing (id) DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "transfer" ADD CONSTRAINT "transfer_deposit_id_deposit_id_fk" FOREIGN KEY (deposit_id) REFERENCES deposit (id) DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "transfer" ADD CONSTRAINT "transfer_withdrawal_id_withdrawal_id_fk" FOREIGN KEY (withdrawal_id) REFERENCES withdrawal (id) DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "transfer" ADD CONSTRAINT "transfer_reward_id_reward_id_fk" FOREIGN KEY (reward_id) REFERENCES reward (id) DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "transfer" ADD CONSTRAINT "transfer_affiliate_payout_id_affiliate_payout_id_fk" FOREIGN KEY (affiliate_payout_id) REFERENCES affiliate_payout (id) DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "transfer" ADD CONSTRAINT "transfer_closing_id_account_closing_member_id_fk" FOREIGN KEY (closing_id) REFERENCES account_closing (member_id) DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "transfer" ADD CONSTRAINT "transfer_audit_id_audit_id_fk" FOREIGN KEY (audit_id) REFERENCES audit (id) DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "transfer" ADD CONSTRAINT "transfer_caused_by_transfer_id_fk" FOREIGN KEY (caused_by) REFERENCES transfer (id) DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "outgoing" ADD CONSTRAINT "outgoing_id_payout_clearance_id_fk" FOREIGN KEY ("id") REFERENCES "public"."payout_clearance"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unclaimed_payout" ADD CONSTRAINT "unclaimed_payout_order_ref_exchange_order_ref_fk" FOREIGN KEY ("order_ref") REFERENCES "public"."exchange_order"("ref") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unclaimed_payout" ADD CONSTRAINT "unclaimed_payout_deposit_id_deposit_id_fk" FOREIGN KEY ("deposit_id") REFERENCES "public"."deposit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unclaimed_payout" ADD CONSTRAINT "unclaimed_payout_closing_id_account_closing_member_id_fk" FOREIGN KEY ("closing_id") REFERENCES "public"."account_closing"("member_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unclaimed_payout" ADD CONSTRAINT "unclaimed_payout_withdrawal_id_withdrawal_id_fk" FOREIGN KEY ("withdrawal_id") REFERENCES "public"."withdrawal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_destination" ADD CONSTRAINT "payout_destination_unclaimed_payout_id_unclaimed_payout_id_fk" FOREIGN KEY ("unclaimed_payout_id") REFERENCES "public"."unclaimed_payout"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issued_address" ADD CONSTRAINT "issued_address_order_ref_exchange_order_ref_fk" FOREIGN KEY ("order_ref") REFERENCES "public"."exchange_order"("ref") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issued_address" ADD CONSTRAINT "issued_address_wallet_address_id_wallet_address_id_fk" FOREIGN KEY ("wallet_address_id") REFERENCES "public"."wallet_address"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_outcome" ADD CONSTRAINT "order_outcome_outgoing_id_outgoing_id_fk" FOREIGN KEY ("outgoing_id") REFERENCES "public"."outgoing"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evm_credit" ADD CONSTRAINT "evm_credit_place_evm_address_place_fk" FOREIGN KEY ("place") REFERENCES "public"."evm_address"("place") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sweep_part" ADD CONSTRAINT "sweep_part_sweep_id_outgoing_id_fk" FOREIGN KEY ("sweep_id") REFERENCES "public"."outgoing"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconciliation_difference" ADD CONSTRAINT "reconciliation_difference_run_id_reconciliation_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."reconciliation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconciliation_correction" ADD CONSTRAINT "reconciliation_correction_audit_id_audit_id_fk" FOREIGN KEY ("audit_id") REFERENCES "public"."audit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "closed_day" ADD CONSTRAINT "closed_day_audit_id_audit_id_fk" FOREIGN KEY ("audit_id") REFERENCES "public"."audit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paypal_entry" ADD CONSTRAINT "paypal_entry_task_paypal_task_number_fk" FOREIGN KEY ("task") REFERENCES "public"."paypal_task"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paypal_entry" ADD CONSTRAINT "paypal_entry_command_id_signed_command_id_fk" FOREIGN KEY ("command_id") REFERENCES "public"."signed_command"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paypal_entry" ADD CONSTRAINT "paypal_entry_decision_id_signed_command_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."signed_command"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paypal_picture" ADD CONSTRAINT "paypal_picture_entry_id_paypal_entry_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."paypal_entry"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paypal_task" ADD CONSTRAINT "paypal_task_movement_id_outgoing_id_fk" FOREIGN KEY ("movement_id") REFERENCES "public"."outgoing"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paypal_task" ADD CONSTRAINT "paypal_task_order_ref_exchange_order_ref_fk" FOREIGN KEY ("order_ref") REFERENCES "public"."exchange_order"("ref") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feed_price" ADD CONSTRAINT "feed_price_feed_price_feed_name_fk" FOREIGN KEY ("feed") REFERENCES "public"."price_feed"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "market_price" ADD CONSTRAINT "market_price_pair_id_pair_id_fk" FOREIGN KEY ("pair_id") REFERENCES "public"."pair"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_limit" ADD CONSTRAINT "price_limit_pair_id_pair_id_fk" FOREIGN KEY ("pair_id") REFERENCES "public"."pair"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_party" ADD CONSTRAINT "identity_party_order_ref_exchange_order_ref_fk" FOREIGN KEY ("order_ref") REFERENCES "public"."exchange_order"("ref") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_record" ADD CONSTRAINT "identity_record_order_ref_exchange_order_ref_fk" FOREIGN KEY ("order_ref") REFERENCES "public"."exchange_order"("ref") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_record" ADD CONSTRAINT "identity_record_member_id_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."member"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paypal_line" ADD CONSTRAINT "paypal_line_import_paypal_import_number_fk" FOREIGN KEY ("import") REFERENCES "public"."paypal_import"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paypal_line" ADD CONSTRAINT "paypal_line_replaced_by_paypal_import_number_fk" FOREIGN KEY ("replaced_by") REFERENCES "public"."paypal_import"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paypal_entry" ADD CONSTRAINT "paypal_entry_line_paypal_line_number_fk" FOREIGN KEY ("line") REFERENCES "public"."paypal_line"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_order" ON "account" USING btree ("order_ref");--> statement-breakpoint
CREATE UNIQUE INDEX "transfer_settles_once" ON "transfer" USING btree ("pending_id") WHERE pending_id is not null;--> statement-breakpoint
CREATE INDEX "transfer_order" ON "transfer" USING btree ("order_ref");--> statement-breakpoint
CREATE INDEX "order_due" ON "exchange_order" USING btree ("status","expires_at");--> statement-breakpoint
CREATE INDEX "order_hold_due" ON "exchange_order" USING btree ("hold_deadline");--> statement-breakpoint
CREATE INDEX "order_created" ON "exchange_order" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "order_payin_address" ON "exchange_order" USING btree ("payin_address",coalesce(payin_memo, ''));--> statement-breakpoint
CREATE INDEX "order_event_order" ON "order_event" USING btree ("order_ref","version");--> statement-breakpoint
CREATE UNIQUE INDEX "outgoing_attempt" ON "outgoing" USING btree ("order_ref","kind","attempt");--> statement-breakpoint
CREATE INDEX "payment_order" ON "payment" USING btree ("order_ref");--> statement-breakpoint
CREATE INDEX "idempotency_expiry" ON "idempotency_key" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "letter_order" ON "letter" USING btree ("order_ref");--> statement-breakpoint
CREATE INDEX "sandbox_step_due" ON "sandbox_step" USING btree ("done_at","due_at");--> statement-breakpoint
CREATE INDEX "promo_use_code" ON "promo_use" USING btree ("code");--> statement-breakpoint
CREATE UNIQUE INDEX "reserve_request_once" ON "reserve_request" USING btree ("pair_id",lower("email")) WHERE told_at is null;--> statement-breakpoint
CREATE INDEX "order_email" ON "exchange_order" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "audit_at" ON "audit" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_subject" ON "audit" USING btree ("subject");--> statement-breakpoint
CREATE INDEX "letter_unsent" ON "letter" USING btree ("created_at") WHERE status = 'queued';--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_invoice_order" ON "sandbox_invoice" USING btree ("order_ref");--> statement-breakpoint
CREATE UNIQUE INDEX "gateway_session_once" ON "gateway_session" USING btree ("gateway","order_ref","asset","amount");--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_session_key" ON "sandbox_session" USING btree ("key");--> statement-breakpoint
CREATE INDEX "sandbox_session_event_due" ON "sandbox_session_event" USING btree ("delivered_at","next_try_at");--> statement-breakpoint
CREATE INDEX "sandbox_session_event_session" ON "sandbox_session_event" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "attempt_end" ON "attempt" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "email_code_email" ON "email_code" USING btree ("email","created_at");--> statement-breakpoint
CREATE INDEX "email_code_created" ON "email_code" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "google_identity_member" ON "google_identity" USING btree ("member_id");--> statement-breakpoint
CREATE UNIQUE INDEX "member_email" ON "member" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "member_session_member" ON "member_session" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "member_session_expiry" ON "member_session" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_address_once" ON "saved_address" USING btree ("member_id","asset","account",coalesce(memo, ''));--> statement-breakpoint
CREATE INDEX "security_event_member" ON "security_event" USING btree ("member_id","at");--> statement-breakpoint
CREATE INDEX "security_event_at" ON "security_event" USING btree ("at");--> statement-breakpoint
CREATE INDEX "shown_id_token_expiry" ON "shown_id_token" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "order_owner" ON "exchange_order" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE INDEX "security_event_entered" ON "security_event" USING btree ("member_id","network","at") WHERE "security_event"."event" in ('registered', 'signed_in', 'password_reset');--> statement-breakpoint
CREATE INDEX "order_rate_due" ON "exchange_order" USING btree ("status","rate_locked_until");--> statement-breakpoint
CREATE INDEX "order_payin_open" ON "exchange_order" USING btree ("status","payin_method") WHERE payin_closed_at is null;--> statement-breakpoint
CREATE INDEX "order_owner_status" ON "exchange_order" USING btree ("owner_id","status");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_once" ON "payment" USING btree ("rail",lower("rail_payment_id"));--> statement-breakpoint
CREATE INDEX "unpaid_hold_asset" ON "unpaid_hold" USING btree ("asset","since");--> statement-breakpoint
CREATE INDEX "sandbox_step_order" ON "sandbox_step" USING btree ("order_ref");--> statement-breakpoint
CREATE INDEX "avatar_member" ON "avatar" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "email_code_member" ON "email_code" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "sign_in_step_member" ON "sign_in_step" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "gateway_session_order" ON "gateway_session" USING btree ("order_ref");--> statement-breakpoint
CREATE INDEX "order_note_order" ON "order_note" USING btree ("order_ref");--> statement-breakpoint
CREATE INDEX "incident_started" ON "incident" USING btree ("started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "signing_key_in_force" ON "signing_key" USING btree ((valid_until is null)) WHERE valid_until is null;--> statement-breakpoint
CREATE INDEX "consent_record_at" ON "consent_record" USING btree ("at");--> statement-breakpoint
CREATE INDEX "bot_check_use_expiry" ON "bot_check_use" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "review_order" ON "review" USING btree ("order_ref");--> statement-breakpoint
CREATE INDEX "review_published" ON "review" USING btree ("published_at","id") WHERE published_at is not null;--> statement-breakpoint
CREATE INDEX "review_invitation_at" ON "review_invitation" USING btree ("at");--> statement-breakpoint
CREATE INDEX "ticket_open" ON "ticket" USING btree ("answer_by") WHERE status <> 'closed';--> statement-breakpoint
CREATE INDEX "ticket_member" ON "ticket" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "ticket_order" ON "ticket" USING btree ("order_ref");--> statement-breakpoint
CREATE INDEX "ticket_email" ON "ticket" USING btree (lower("email"),"created_at");--> statement-breakpoint
CREATE INDEX "ticket_answered" ON "ticket" USING btree ("first_answer_at");--> statement-breakpoint
CREATE INDEX "ticket_entry_ticket" ON "ticket_entry" USING btree ("ticket","position");--> statement-breakpoint
CREATE UNIQUE INDEX "ticket_entry_email" ON "ticket_entry" USING btree ("email_id");--> statement-breakpoint
CREATE INDEX "ticket_file_entry" ON "ticket_file" USING btree ("entry_id");--> statement-breakpoint
CREATE INDEX "ticket_file_loose" ON "ticket_file" USING btree ("created_at") WHERE entry_id is null;--> statement-breakpoint
CREATE INDEX "outgoing_ends" ON "outgoing" USING btree ("asset",lower(left(account, 6)),lower(right(account, 4)));--> statement-breakpoint
CREATE INDEX "newsletter_delivery_waiting" ON "newsletter_delivery" USING btree ("issue_id") WHERE queued_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "newsletter_subscriber_email" ON "newsletter_subscriber" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "deposit_once" ON "deposit" USING btree ("rail",lower("rail_payment_id"));--> statement-breakpoint
CREATE INDEX "deposit_wallet" ON "deposit" USING btree ("member_id","wallet_asset","seen_at");--> statement-breakpoint
CREATE INDEX "deposit_address" ON "deposit" USING btree ("address_id");--> statement-breakpoint
CREATE INDEX "deposit_unclaimed" ON "deposit" USING btree ("seen_at") WHERE status in ('unclaimed', 'collecting');--> statement-breakpoint
CREATE INDEX "sandbox_deposit_step_due" ON "sandbox_deposit_step" USING btree ("due_at") WHERE done_at is null;--> statement-breakpoint
CREATE INDEX "sandbox_deposit_step_address" ON "sandbox_deposit_step" USING btree ("address_id");--> statement-breakpoint
CREATE UNIQUE INDEX "wallet_address_place" ON "wallet_address" USING btree ("rail","address",coalesce(memo, ''));--> statement-breakpoint
CREATE UNIQUE INDEX "wallet_address_current" ON "wallet_address" USING btree ("member_id","asset") WHERE replaced_at is null;--> statement-breakpoint
CREATE INDEX "wallet_address_wallet" ON "wallet_address" USING btree ("member_id","asset");--> statement-breakpoint
CREATE INDEX "wallet_entry_member" ON "wallet_entry" USING btree ("member_id","at","seq");--> statement-breakpoint
CREATE INDEX "wallet_entry_account" ON "wallet_entry" USING btree ("account_id","at","seq");--> statement-breakpoint
CREATE INDEX "wallet_entry_type" ON "wallet_entry" USING btree ("account_id","type","at","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "wallet_entry_transfer" ON "wallet_entry" USING btree ("transfer_id","account_id");--> statement-breakpoint
CREATE INDEX "wallet_settling_wallet" ON "wallet_settling" USING btree ("member_id","asset","settles_at");--> statement-breakpoint
CREATE INDEX "wallet_settling_order" ON "wallet_settling" USING btree ("order_ref");--> statement-breakpoint
CREATE UNIQUE INDEX "outgoing_withdrawal" ON "outgoing" USING btree ("withdrawal_id","attempt") WHERE withdrawal_id is not null;--> statement-breakpoint
CREATE INDEX "outgoing_failed" ON "outgoing" USING btree ("settled_at") WHERE status = 'failed';--> statement-breakpoint
CREATE UNIQUE INDEX "push_subscription_once" ON "push_subscription" USING btree ("order_ref","endpoint_hash");--> statement-breakpoint
CREATE INDEX "push_subscription_created" ON "push_subscription" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "withdrawal_request" ON "withdrawal" USING btree ("request_hash");--> statement-breakpoint
CREATE INDEX "withdrawal_member" ON "withdrawal" USING btree ("member_id","created_at","id");--> statement-breakpoint
CREATE INDEX "withdrawal_open" ON "withdrawal" USING btree ("status") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "email_code_subject" ON "email_code" USING btree ("subject") WHERE subject is not null;--> statement-breakpoint
CREATE INDEX "order_owner_completed" ON "exchange_order" USING btree ("owner_id","completed_at") WHERE status = 'completed';--> statement-breakpoint
CREATE UNIQUE INDEX "outgoing_one_sweep" ON "outgoing" USING btree ("rail","asset") WHERE kind = 'sweep' and status = 'sending';--> statement-breakpoint
CREATE UNIQUE INDEX "affiliate_payout_request" ON "affiliate_payout" USING btree ("request_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "affiliate_payout_waiting" ON "affiliate_payout" USING btree ("partner_id","asset") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "affiliate_payout_partner" ON "affiliate_payout" USING btree ("partner_id","created_at");--> statement-breakpoint
CREATE INDEX "member_partner_partner" ON "member_partner" USING btree ("partner_id");--> statement-breakpoint
CREATE UNIQUE INDEX "partner_member" ON "partner" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "partner_parent" ON "partner" USING btree ("parent_id");--> statement-breakpoint
CREATE UNIQUE INDEX "partner_link_code" ON "partner_link" USING btree (lower("code"));--> statement-breakpoint
CREATE UNIQUE INDEX "partner_link_main" ON "partner_link" USING btree ("partner_id") WHERE is_main;--> statement-breakpoint
CREATE INDEX "partner_link_partner" ON "partner_link" USING btree ("partner_id");--> statement-breakpoint
CREATE UNIQUE INDEX "referral_once" ON "referral" USING btree ("order_ref","partner_id");--> statement-breakpoint
CREATE UNIQUE INDEX "referral_counts_once" ON "referral" USING btree ("order_ref") WHERE reason is distinct from 'other_partner_first';--> statement-breakpoint
CREATE INDEX "referral_partner" ON "referral" USING btree ("partner_id","placed_at","id") WHERE placed_at is not null;--> statement-breakpoint
CREATE INDEX "referral_code" ON "referral" USING btree ("code","placed_at","id") WHERE placed_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "reward_once" ON "reward" USING btree ("order_ref","level");--> statement-breakpoint
CREATE INDEX "reward_partner" ON "reward" USING btree ("partner_id");--> statement-breakpoint
CREATE INDEX "reward_due" ON "reward" USING btree ("ready_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "reward_unbooked" ON "reward" USING btree ("completed_at") WHERE state = 'waiting' and not is_booked;--> statement-breakpoint
CREATE INDEX "withdrawal_completed" ON "withdrawal" USING btree ("member_id","asset","account") WHERE status = 'completed';--> statement-breakpoint
CREATE INDEX "referral_fraud" ON "referral" USING btree ("partner_id") WHERE reason = 'fraud';--> statement-breakpoint
CREATE UNIQUE INDEX "terms_state_since" ON "terms_state" USING btree ("version","since");--> statement-breakpoint
CREATE UNIQUE INDEX "withdrawal_number" ON "withdrawal" USING btree ("member_id","number");--> statement-breakpoint
CREATE INDEX "order_payin_invoice_url" ON "exchange_order" USING hash ("payin_invoice_url");--> statement-breakpoint
CREATE INDEX "order_payin_redirect_url" ON "exchange_order" USING hash ("payin_redirect_url");--> statement-breakpoint
CREATE INDEX "outgoing_swept_to" ON "outgoing" USING btree ("account") WHERE kind = 'sweep';--> statement-breakpoint
CREATE INDEX "wallet_address_address" ON "wallet_address" USING btree ("address");--> statement-breakpoint
CREATE INDEX "account_freeze_member" ON "account_freeze" USING btree ("member_id","started_at");--> statement-breakpoint
CREATE INDEX "payout_guard_caps" ON "payout_guard" USING btree ("approved_at");--> statement-breakpoint
CREATE INDEX "payout_guard_open" ON "payout_guard" USING btree ("state") WHERE state in ('waiting', 'held', 'approved', 'prepared', 'broadcast');--> statement-breakpoint
CREATE INDEX "outgoing_sending" ON "outgoing" USING btree ("created_at") WHERE status = 'sending';--> statement-breakpoint
CREATE INDEX "address_change_member" ON "address_change" USING btree ("member_id","at");--> statement-breakpoint
CREATE INDEX "address_change_at" ON "address_change" USING btree ("at");--> statement-breakpoint
CREATE INDEX "checker_approval_entry" ON "checker_approval" USING btree ("entry_id");--> statement-breakpoint
CREATE INDEX "checker_approval_movement" ON "checker_approval" USING btree ("movement_id");--> statement-breakpoint
CREATE INDEX "maker_entry_subject" ON "maker_entry" USING btree ("about","subject");--> statement-breakpoint
CREATE INDEX "signed_command_at" ON "signed_command" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_name" ON "staff" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "staff_credential_key" ON "staff_credential" USING btree ("public_key");--> statement-breakpoint
CREATE INDEX "staff_credential_of" ON "staff_credential" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "staff_removal_of" ON "staff_removal" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "payout_destination_order" ON "payout_destination" USING btree ("order_ref","kind","seq") WHERE order_ref is not null;--> statement-breakpoint
CREATE INDEX "payout_destination_withdrawal" ON "payout_destination" USING btree ("withdrawal_id","seq") WHERE withdrawal_id is not null;--> statement-breakpoint
CREATE INDEX "order_wallet_paid" ON "exchange_order" USING btree ("owner_id","wallet_paid_at") WHERE wallet_paid_at is not null;--> statement-breakpoint
CREATE INDEX "letter_admitted" ON "letter" USING btree ("mailbox","admitted_at") WHERE admitted_at is not null;--> statement-breakpoint
CREATE INDEX "letter_held" ON "letter" USING btree ("created_at") WHERE status = 'held';--> statement-breakpoint
CREATE INDEX "letter_digest" ON "letter" USING btree ("digest_id") WHERE digest_id is not null;--> statement-breakpoint
CREATE INDEX "payout_clearance_member" ON "payout_clearance" USING btree ("member_id","decided_at") WHERE member_id is not null;--> statement-breakpoint
CREATE INDEX "payout_clearance_destination" ON "payout_clearance" USING btree ("destination_key","decided_at") WHERE destination_key is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "unclaimed_payout_one" ON "unclaimed_payout" USING btree (coalesce(order_ref, deposit_id, closing_id, withdrawal_id),"asset") WHERE status = 'sending';--> statement-breakpoint
CREATE INDEX "unclaimed_payout_origin" ON "unclaimed_payout" USING btree (coalesce(order_ref, deposit_id, closing_id, withdrawal_id));--> statement-breakpoint
CREATE INDEX "payout_destination_unclaimed" ON "payout_destination" USING btree ("unclaimed_payout_id","seq") WHERE unclaimed_payout_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "issued_address_order" ON "issued_address" USING btree ("order_ref") WHERE order_ref is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "issued_address_wallet" ON "issued_address" USING btree ("wallet_address_id") WHERE wallet_address_id is not null;--> statement-breakpoint
CREATE INDEX "order_payin_account" ON "exchange_order" USING btree (lower("payin_account")) WHERE payin_account is not null;--> statement-breakpoint
CREATE INDEX "order_address_kept" ON "exchange_order" USING btree ("updated_at") WHERE client_address is not null;--> statement-breakpoint
CREATE INDEX "order_guest_kept" ON "exchange_order" USING btree ("updated_at") WHERE owner_id is null and email is not null;--> statement-breakpoint
CREATE INDEX "order_review_due" ON "exchange_order" USING btree ("updated_at") WHERE status in ('completed', 'refunded');--> statement-breakpoint
CREATE INDEX "outgoing_settled" ON "outgoing" USING btree ("settled_at") WHERE settled_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "party_block_in_force" ON "party_block" USING btree ("kind","value") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "sandbox_step_outgoing" ON "sandbox_step" USING btree ((details->>'outgoing'));--> statement-breakpoint
CREATE INDEX "payout_guard_reads" ON "payout_guard" USING btree ("next_read_at") WHERE state = 'broadcast' or (state = 'settled' and next_read_at is not null);--> statement-breakpoint
CREATE UNIQUE INDEX "evm_address_number" ON "evm_address" USING btree ("index");--> statement-breakpoint
CREATE UNIQUE INDEX "evm_address_order" ON "evm_address" USING btree ("order_ref") WHERE order_ref is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "evm_address_wallet" ON "evm_address" USING btree ("wallet_key") WHERE wallet_key is not null;--> statement-breakpoint
CREATE INDEX "evm_credit_untold" ON "evm_credit" USING btree ("height") WHERE told is distinct from state or told_amount is distinct from amount;--> statement-breakpoint
CREATE INDEX "evm_credit_open" ON "evm_credit" USING btree ("height") WHERE state = 'seen';--> statement-breakpoint
CREATE INDEX "evm_credit_height" ON "evm_credit" USING btree ("height");--> statement-breakpoint
CREATE INDEX "evm_credit_place" ON "evm_credit" USING btree ("place");--> statement-breakpoint
CREATE INDEX "evm_credit_sender" ON "evm_credit" USING btree ("sender","nonce") WHERE state = 'gone';--> statement-breakpoint
CREATE INDEX "evm_spend_sender" ON "evm_spend" USING btree ("sender");--> statement-breakpoint
CREATE INDEX "evm_spend_recipient" ON "evm_spend" USING btree ("recipient");--> statement-breakpoint
CREATE INDEX "evm_spend_height" ON "evm_spend" USING btree ("height");--> statement-breakpoint
CREATE UNIQUE INDEX "evm_transaction_seq" ON "evm_transaction" USING btree ("seq");--> statement-breakpoint
CREATE INDEX "evm_transaction_movement" ON "evm_transaction" USING btree ("movement_id");--> statement-breakpoint
CREATE INDEX "evm_transaction_open" ON "evm_transaction" USING btree ("sender","nonce") WHERE not is_final;--> statement-breakpoint
CREATE INDEX "address_balance_lying" ON "address_balance" USING btree ("rail","asset","lying") WHERE lying > 0;--> statement-breakpoint
CREATE INDEX "sweep_part_address" ON "sweep_part" USING btree ("address");--> statement-breakpoint
CREATE INDEX "payment_address" ON "payment" USING btree ("address") WHERE address is not null;--> statement-breakpoint
CREATE INDEX "evm_fill_height" ON "evm_fill" USING btree ("height");--> statement-breakpoint
CREATE INDEX "reconciliation_rail" ON "reconciliation" USING btree ("rail","seq");--> statement-breakpoint
CREATE INDEX "reconciliation_correction_rail" ON "reconciliation_correction" USING btree ("rail");--> statement-breakpoint
CREATE UNIQUE INDEX "paypal_entry_tx" ON "paypal_entry" USING btree ("tx") WHERE state <> 'refused';--> statement-breakpoint
CREATE UNIQUE INDEX "paypal_entry_paid" ON "paypal_entry" USING btree ("task") WHERE kind = 'paid' and state <> 'refused';--> statement-breakpoint
CREATE INDEX "paypal_entry_task" ON "paypal_entry" USING btree ("task");--> statement-breakpoint
CREATE INDEX "paypal_entry_untold" ON "paypal_entry" USING btree ("entered_at") WHERE not is_told;--> statement-breakpoint
CREATE UNIQUE INDEX "paypal_task_movement" ON "paypal_task" USING btree ("movement_id");--> statement-breakpoint
CREATE UNIQUE INDEX "paypal_task_order" ON "paypal_task" USING btree ("order_ref","kind");--> statement-breakpoint
CREATE INDEX "paypal_task_unfinished" ON "paypal_task" USING btree ("due_at") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "paypal_task_done" ON "paypal_task" USING btree ("kind","ended_at") WHERE state = 'done';--> statement-breakpoint
CREATE INDEX "pending_approval_open" ON "pending_approval" USING btree ("subject") WHERE used_at is null;--> statement-breakpoint
CREATE INDEX "screening_account_value" ON "screening_account" USING btree ("value");--> statement-breakpoint
CREATE INDEX "screening_account_list" ON "screening_account" USING btree ("list");--> statement-breakpoint
CREATE INDEX "screening_check_subject" ON "screening_check" USING btree ("subject_kind","subject_id");--> statement-breakpoint
CREATE UNIQUE INDEX "screening_hit_once" ON "screening_hit" USING btree ("subject_kind","subject_id","list","entry","fingerprint");--> statement-breakpoint
CREATE INDEX "screening_hit_customer" ON "screening_hit" USING btree ("customer");--> statement-breakpoint
CREATE INDEX "screening_hit_open" ON "screening_hit" USING btree ("due_at") WHERE state = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "screening_import_in_force" ON "screening_import" USING btree ("list") WHERE replaced_at is null;--> statement-breakpoint
CREATE INDEX "identity_party_party" ON "identity_party" USING btree ("party","at");--> statement-breakpoint
CREATE INDEX "identity_party_at" ON "identity_party" USING btree ("at");--> statement-breakpoint
CREATE INDEX "identity_record_sealed_with" ON "identity_record" USING btree ("sealed_with");--> statement-breakpoint
CREATE INDEX "identity_record_member" ON "identity_record" USING btree ("member_id","answered_at");--> statement-breakpoint
CREATE UNIQUE INDEX "paypal_import_once" ON "paypal_import" USING btree ("digest","from_at","until_at");--> statement-breakpoint
CREATE UNIQUE INDEX "paypal_line_current" ON "paypal_line" USING btree ("tx") WHERE replaced_by is null;--> statement-breakpoint
CREATE INDEX "paypal_line_at" ON "paypal_line" USING btree ("at");--> statement-breakpoint
CREATE INDEX "paypal_line_import" ON "paypal_line" USING btree ("import");--> statement-breakpoint
CREATE INDEX "paypal_entry_line" ON "paypal_entry" USING btree ("line");--> statement-breakpoint
CREATE UNIQUE INDEX "screening_question_waiting" ON "screening_question" USING btree ("subject_kind","subject_id","key") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "screening_question_key" ON "screening_question" USING btree ("key","answered_at");--> statement-breakpoint
CREATE INDEX "screening_question_subject" ON "screening_question" USING btree ("subject_kind","subject_id");--> statement-breakpoint
CREATE INDEX "screening_question_open" ON "screening_question" USING btree ("created_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "screening_question_unsettled" ON "screening_question" USING btree ("created_at") WHERE settled_at is null or holds;--> statement-breakpoint
CREATE INDEX "screening_question_answered" ON "screening_question" USING btree ("answered_at");--> statement-breakpoint
CREATE UNIQUE INDEX "paypal_entry_case_opened" ON "paypal_entry" USING btree ("case_id") WHERE kind = 'disputed' and state <> 'refused';--> statement-breakpoint
CREATE UNIQUE INDEX "paypal_entry_case_ended" ON "paypal_entry" USING btree ("case_id") WHERE kind in ('dispute_won', 'dispute_lost') and state <> 'refused';--> statement-breakpoint
CREATE INDEX "deposit_open" ON "deposit" USING btree ("member_id","wallet_asset") WHERE status in ('pending', 'collecting', 'checking');
--> statement-breakpoint
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
--> statement-breakpoint
-- A transfer that is posted or held is one of the table of flows: its code, step, accounts and cause. The end of a hold has those of
-- the hold. Every table is named with its schema, because a role could put a temporary table of the same name in front.
--
-- The kind of an account in the table of flows: the first part of its name, and at rails the place where the money is. Our own money at
-- a rail is where the rail pays out from, at the account that pays for sweeps, and at deposit addresses.
CREATE OR REPLACE FUNCTION flow_account(id text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN split_part(id, ':', 1) <> 'assets' THEN split_part(id, ':', 1)
    ELSE coalesce(substring(split_part(id, ':', 2) from '_(deposits|gas|dust|disputed)$'), 'rail')
  END
$$;

-- The kind of a transfer's cause, as the table of flows names it.
CREATE OR REPLACE FUNCTION cause_kind(moved public.transfer) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN moved.caused_by IS NOT NULL THEN 'transfer'
    WHEN moved.outgoing_id IS NOT NULL THEN 'movement'
    WHEN moved.payment_id IS NOT NULL THEN 'payment'
    WHEN moved.order_ref IS NOT NULL THEN 'order'
    WHEN moved.deposit_id IS NOT NULL THEN 'deposit'
    WHEN moved.withdrawal_id IS NOT NULL THEN 'withdrawal'
    WHEN moved.reward_id IS NOT NULL THEN 'reward'
    WHEN moved.affiliate_payout_id IS NOT NULL THEN 'reward_payout'
    WHEN moved.closing_id IS NOT NULL THEN 'closing'
    ELSE 'entry'
  END
$$;

-- In plpgsql, whose plans the connection keeps: a function in SQL is planned anew in each transaction, which was a tenth of the time
-- that a transfer takes.
CREATE OR REPLACE FUNCTION flow_is_listed(moved public.transfer) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN EXISTS (
    SELECT 1 FROM public.ledger_flow f
      WHERE f.code = moved.code
        AND f.step = CASE WHEN moved.kind = 'pending' THEN 'hold' WHEN moved.fact THEN 'forced' ELSE 'post' END
        AND f.debit = public.flow_account(moved.debit_account) AND f.credit = public.flow_account(moved.credit_account)
        AND f.cause = public.cause_kind(moved)
  );
END $$;

CREATE OR REPLACE FUNCTION transfer_flow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT public.flow_is_listed(new) THEN
    RAISE EXCEPTION 'transfer % (% %) may not go from % to % for a cause of kind %', new.id, new.kind, new.code,
        new.debit_account, new.credit_account, public.cause_kind(new)
      USING ERRCODE = 'check_violation', CONSTRAINT = 'transfer_flow';
  END IF;
  RETURN NULL;
END $$;

-- Triggers fire in the order of their names: this one before `ledger_move`.
CREATE OR REPLACE TRIGGER flow_is_allowed AFTER INSERT ON transfer FOR EACH ROW WHEN (new.kind IN ('posted', 'pending'))
  EXECUTE FUNCTION transfer_flow();
--> statement-breakpoint
-- Counts an email against its recipient's allowance, or holds it back. The lock lasts until the statement has been committed, and each
-- statement in here sees what was committed before it, so of two emails at once the second counts the first. Called by the outbox.
CREATE OR REPLACE FUNCTION admit_email(email_id text, to_mailbox text, most integer, since timestamptz, admitted timestamptz)
  RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  may_go boolean;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('emails ' || to_mailbox, 0));
  SELECT count(*) < most INTO may_go FROM letter WHERE mailbox = to_mailbox AND admitted_at > since;
  IF may_go THEN
    UPDATE letter SET admitted_at = admitted WHERE id = email_id;
  ELSE
    UPDATE letter SET status = 'held' WHERE id = email_id;
  END IF;
  RETURN may_go;
END $$;
--> statement-breakpoint
-- What a transfer happens for, by the name that the code gives it: the one place that reads names. Nothing for our own money, which an
-- entry of the audit log explains.
CREATE OR REPLACE FUNCTION cause_by_name(
  name text, code text, order_ref text,
  OUT payment_id text, OUT outgoing_id text, OUT deposit_id text, OUT withdrawal_id text, OUT reward_id text,
  OUT affiliate_payout_id text, OUT closing_id text, OUT audit_id text, OUT caused_by text
) LANGUAGE plpgsql AS $$
DECLARE
  base text := regexp_replace(name, ':shortfall$', '');
  head text := split_part(name, ':', 1);
  second text := nullif(split_part(name, ':', 2), '');
BEGIN
  CASE code
    WHEN 'payin', 'rail_fee' THEN
      IF order_ref IS NOT NULL AND head = 'payin' THEN
        payment_id := regexp_replace(regexp_replace(substr(base, 7), ':fee$', ''), ':again-[0-9]+$', '');
      END IF;
    WHEN 'network_fee' THEN
      IF base ~ ':(gas|gas:post|gas:void|network-fee|failed-fee|address-fee|failed-address-fee)$' THEN
        outgoing_id := regexp_replace(base, ':(gas|gas:post|gas:void|network-fee|failed-fee|address-fee|failed-address-fee)$', '');
      END IF;
    WHEN 'rebalance' THEN
      IF head = 'sweep' THEN outgoing_id := second;
      ELSIF head = 'deposit' AND order_ref IS NULL THEN deposit_id := second;
      END IF;
    WHEN 'deposit' THEN deposit_id := second;
    WHEN 'withdrawal', 'withdrawal_fee' THEN withdrawal_id := second;
    WHEN 'affiliate' THEN
      IF head = 'affiliate' THEN reward_id := second; ELSE affiliate_payout_id := second; END IF;
    WHEN 'given_up' THEN closing_id := second;
    WHEN 'unclaimed_payout' THEN outgoing_id := regexp_replace(second, ':shortfall$', '');
    WHEN 'adjustment' THEN
      IF head = 'wallet-correction' THEN audit_id := second; END IF;
    WHEN 'debt' THEN
      -- Named by the transfer that brought the money, or by the withdrawal that gave it back.
      IF head = 'withdrawal' THEN withdrawal_id := second;
      ELSE
        SELECT t.id INTO caused_by FROM public.transfer t
          WHERE t.id IN (regexp_replace(name, ':debt$', ''), regexp_replace(name, ':debt$', ':shortfall')) LIMIT 1;
      END IF;
    WHEN 'shortfall' THEN
      SELECT t.id INTO caused_by FROM public.transfer t WHERE t.id = regexp_replace(name, ':repayment$', '');
    ELSE NULL;
  END CASE;
END $$;

-- The cause of a transfer that names none, by its name.
CREATE OR REPLACE FUNCTION cause_of_transfer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT c.payment_id, c.outgoing_id, c.deposit_id, c.withdrawal_id, c.reward_id, c.affiliate_payout_id, c.closing_id,
      c.audit_id, c.caused_by
    INTO new.payment_id, new.outgoing_id, new.deposit_id, new.withdrawal_id, new.reward_id, new.affiliate_payout_id,
      new.closing_id, new.audit_id, new.caused_by
    FROM public.cause_by_name(new.id, new.code, new.order_ref) c;
  RETURN new;
END $$;

CREATE OR REPLACE TRIGGER cause_of_transfer BEFORE INSERT ON transfer FOR EACH ROW WHEN (
    num_nonnulls(new.payment_id, new.outgoing_id, new.deposit_id, new.withdrawal_id, new.reward_id,
      new.affiliate_payout_id, new.closing_id, new.audit_id, new.caused_by) = 0
    AND new.code NOT IN ('conversion', 'payout_hold', 'payout', 'payout_returned', 'refund', 'refund_fee', 'dispute', 'promo')
  ) EXECUTE FUNCTION cause_of_transfer();
--> statement-breakpoint
-- What has arrived at each deposit address, by transfers.
--
-- The deposit address that a transfer is about: of its payment or its deposit. Empty for what an operator books.
CREATE OR REPLACE FUNCTION address_of_transfer(moved public.transfer) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce(
    (SELECT p.address FROM public.payment p WHERE p.order_ref = moved.order_ref AND p.address IS NOT NULL
      AND (moved.payment_id IS NULL OR p.id = moved.payment_id) ORDER BY p.seen_at, p.id LIMIT 1),
    (SELECT w.address FROM public.deposit d JOIN public.wallet_address w ON w.id = d.address_id WHERE d.id = moved.deposit_id),
    '')
$$;

-- What a transfer brings to deposit addresses or takes from there, by rail and asset. Not what moves between those addresses and where
-- the rail pays out for a sweep or a payment: that follows from both sums of the address.
CREATE OR REPLACE FUNCTION arrivals_of_transfer(moved public.transfer, OUT rail text, OUT change numeric) RETURNS SETOF record
  LANGUAGE sql IMMUTABLE AS $$
  SELECT regexp_replace(split_part(s.account, ':', 2), '_deposits$', ''), s.change
    FROM (VALUES (moved.debit_account, moved.amount), (moved.credit_account, -moved.amount)) s (account, change)
    WHERE moved.kind = 'posted' AND public.flow_account(s.account) = 'deposits'
      AND NOT (moved.code = 'rebalance' AND num_nonnulls(moved.order_ref, moved.outgoing_id, moved.deposit_id) > 0)
$$;

CREATE OR REPLACE FUNCTION move_at_address(of_rail text, of_asset text, at_address text, came numeric, went numeric) RETURNS void
  LANGUAGE plpgsql AS $$
BEGIN
  UPDATE public.address_balance SET arrived = arrived + came, swept = swept + went
    WHERE (rail, asset, address) = (of_rail, of_asset, at_address);
  IF NOT FOUND THEN
    INSERT INTO public.address_balance (rail, asset, address, arrived, swept)
      VALUES (of_rail, of_asset, at_address, came, went)
      ON CONFLICT (rail, asset, address) DO UPDATE
        SET arrived = address_balance.arrived + excluded.arrived, swept = address_balance.swept + excluded.swept;
  END IF;
END $$;

-- With the owner's rights: the service's role writes none of these rows by itself.
CREATE OR REPLACE FUNCTION count_arrival() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  PERFORM public.move_at_address(a.rail, new.asset, public.address_of_transfer(new), a.change, 0)
    FROM public.arrivals_of_transfer(new) a;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER count_arrival AFTER INSERT ON transfer FOR EACH ROW WHEN (new.kind = 'posted'
    AND (position('_deposits:' in new.debit_account) > 0 OR position('_deposits:' in new.credit_account) > 0))
  EXECUTE FUNCTION count_arrival();
--> statement-breakpoint
-- What a part of a sweep has left at its address of our own money, in the asset of its fees.
CREATE OR REPLACE FUNCTION ours_by(part public.sweep_part) RETURNS numeric LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN part.gas_asset IS NULL THEN 0 ELSE part.topped_up - coalesce(part.fee, 0)
    + CASE WHEN part.state = 'arrived' THEN part.remainder ELSE 0 END END
$$;

CREATE OR REPLACE FUNCTION move_ours(of_rail text, of_asset text, at_address text, change numeric) RETURNS void LANGUAGE sql AS $$
  INSERT INTO public.address_balance (rail, asset, address, ours) VALUES (of_rail, of_asset, at_address, change)
    ON CONFLICT (rail, asset, address) DO UPDATE SET ours = address_balance.ours + excluded.ours
$$;

CREATE OR REPLACE FUNCTION count_ours() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  change numeric := public.ours_by(new) - CASE WHEN TG_OP = 'UPDATE' THEN public.ours_by(old) ELSE 0 END;
BEGIN
  IF change <> 0 THEN
    PERFORM public.move_ours(o.rail, new.gas_asset, new.address, change) FROM public.outgoing o WHERE o.id = new.sweep_id;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER count_ours AFTER INSERT OR UPDATE ON sweep_part FOR EACH ROW WHEN (new.gas_asset IS NOT NULL)
  EXECUTE FUNCTION count_ours();

-- What an operator books at deposit addresses is at none of them.
CREATE OR REPLACE FUNCTION count_own_entry() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  PERFORM public.move_ours(regexp_replace(split_part(s.account, ':', 2), '_dust$', ''), new.asset, '', s.change)
    FROM (VALUES (new.debit_account, new.amount), (new.credit_account, -new.amount)) s (account, change)
    WHERE public.flow_account(s.account) = 'dust';
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER count_own_entry AFTER INSERT ON transfer FOR EACH ROW WHEN (new.kind = 'posted' AND new.outgoing_id IS NULL
    AND (position('_dust:' in new.debit_account) > 0 OR position('_dust:' in new.credit_account) > 0))
  EXECUTE FUNCTION count_own_entry();
--> statement-breakpoint
-- What sweeps have taken from each deposit address, by the parts of the sweeps.
CREATE OR REPLACE FUNCTION swept_by(part public.sweep_part) RETURNS numeric LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN part.state IN ('arrived', 'returned') THEN part.amount - part.returned ELSE 0 END
$$;

CREATE OR REPLACE FUNCTION count_swept() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  change numeric := public.swept_by(new) - CASE WHEN TG_OP = 'UPDATE' THEN public.swept_by(old) ELSE 0 END;
BEGIN
  IF change <> 0 THEN
    PERFORM public.move_at_address(o.rail, o.asset, new.address, 0, change) FROM public.outgoing o WHERE o.id = new.sweep_id;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER count_swept AFTER INSERT OR UPDATE ON sweep_part FOR EACH ROW EXECUTE FUNCTION count_swept();
--> statement-breakpoint
-- The day's sums of holds that have ended. `holds_in_time` counts those that no decision and no deadline had to end: the reasons named
-- here are mere delays, after which the order goes on automatically. Deferred for the same reason as `day_of_order_outcome`.
CREATE OR REPLACE FUNCTION day_of_ended_hold() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  delays text[] := array['new_user_delay', 'new_payout_account'];
  is_late boolean;
BEGIN
  IF new.event = 'hold_ended' AND new.from_hold_reason = ANY (delays) THEN
    RETURN NULL;
  END IF;
  SELECT EXISTS (
    SELECT FROM public.order_event t
      WHERE t.order_ref = new.order_ref AND t.event = 'hold_ended' AND t.from_status = 'on_hold'
        AND coalesce(t.from_hold_reason <> ALL (delays), true)
        AND t.version <= new.version AND t.version > (
          SELECT max(e.version) FROM public.order_event e
            WHERE e.order_ref = new.order_ref AND e.to_status = 'on_hold' AND e.from_status IS DISTINCT FROM 'on_hold'
              AND e.version < new.version))
    INTO is_late;
  INSERT INTO public.order_day (day) VALUES ((new.at AT TIME ZONE 'UTC')::date) ON CONFLICT DO NOTHING;
  UPDATE public.order_day SET holds_ended = holds_ended + 1, holds_in_time = holds_in_time + (NOT is_late)::integer
    WHERE day = (new.at AT TIME ZONE 'UTC')::date;
  RETURN NULL;
END $$;

DROP TRIGGER IF EXISTS day_of_ended_hold ON order_event;
CREATE CONSTRAINT TRIGGER day_of_ended_hold AFTER INSERT ON order_event
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.from_status = 'on_hold' AND new.to_status <> 'on_hold')
  EXECUTE FUNCTION day_of_ended_hold();
--> statement-breakpoint
-- The day's sums of outcomes. Deferred: all orders of a day share these rows, and so wait for each other at the commit alone, when every
-- other lock has been taken.
CREATE OR REPLACE FUNCTION day_of_order_outcome() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  step integer := CASE tg_op WHEN 'INSERT' THEN 1 ELSE -1 END;
  of public.order_outcome := CASE tg_op WHEN 'INSERT' THEN new ELSE old END;
BEGIN
  IF of.kind = 'payout' THEN
    INSERT INTO public.payout_day (day, pair_id, bucket, orders, milliseconds)
      VALUES (of.day, of.pair_id, of.bucket, 0, 0) ON CONFLICT DO NOTHING;
    UPDATE public.payout_day SET orders = orders + step, milliseconds = milliseconds + step * of.milliseconds
      WHERE (day, pair_id, bucket) = (of.day, of.pair_id, of.bucket);
  ELSE
    INSERT INTO public.order_day (day) VALUES (of.day) ON CONFLICT DO NOTHING;
    UPDATE public.order_day SET refunds = refunds + step WHERE day = of.day;
  END IF;
  RETURN NULL;
END $$;

DROP TRIGGER IF EXISTS day_of_order_outcome ON order_outcome;
CREATE CONSTRAINT TRIGGER day_of_order_outcome AFTER INSERT OR DELETE ON order_outcome
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION day_of_order_outcome();
--> statement-breakpoint
-- Our own money moves only with an entry of the audit log. It may be written after the transfer, so it is asked for at the commit.
CREATE OR REPLACE FUNCTION entry_of_transfer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM public.audit a
    WHERE a.details ? 'transfer' AND a.details->>'transfer' = regexp_replace(new.id, ':shortfall$', ''))
  THEN
    RAISE EXCEPTION 'transfer % (%) has no cause: no entry of the audit log names it', new.id, new.code
      USING ERRCODE = 'check_violation', CONSTRAINT = 'transfer_has_a_cause';
  END IF;
  RETURN NULL;
END $$;

DROP TRIGGER IF EXISTS entry_of_transfer ON transfer;
CREATE CONSTRAINT TRIGGER entry_of_transfer AFTER INSERT ON transfer DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (
    new.kind IN ('posted', 'pending') AND num_nonnulls(new.order_ref, new.payment_id, new.outgoing_id, new.deposit_id,
      new.withdrawal_id, new.reward_id, new.affiliate_payout_id, new.closing_id, new.audit_id, new.caused_by) = 0
  ) EXECUTE FUNCTION entry_of_transfer();
--> statement-breakpoint
-- An order is final only while all its accounts are empty, holds included. Both sides are checked at the commit, because an order is
-- saved before its transfers. The functions run with the owner's rights and name every table with its schema, as `ledger_move` does.
CREATE OR REPLACE FUNCTION order_ends_empty() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM public.exchange_order o WHERE o.ref = new.ref
      AND o.status IN ('completed', 'refunded', 'expired', 'cancelled', 'failed', 'charged_back'))
    AND EXISTS (SELECT 1 FROM public.account a WHERE a.order_ref = new.ref
      AND (a.credits_posted <> a.debits_posted OR a.credits_pending <> 0 OR a.debits_pending <> 0))
  THEN
    RAISE EXCEPTION 'order % is final, but its accounts are not empty', new.ref
      USING ERRCODE = 'check_violation', CONSTRAINT = 'final_order_is_empty';
  END IF;
  RETURN NULL;
END $$;

DROP TRIGGER IF EXISTS order_ends_empty ON exchange_order;
CREATE CONSTRAINT TRIGGER order_ends_empty AFTER INSERT OR UPDATE OF status ON exchange_order
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (
    new.status IN ('completed', 'refunded', 'expired', 'cancelled', 'failed', 'charged_back')
  ) EXECUTE FUNCTION order_ends_empty();

-- The order's row is locked: of a booking and the order's end at the same time, the later one sees the other.
CREATE OR REPLACE FUNCTION account_of_open_order() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM public.account a WHERE a.id = new.id
      AND (a.credits_posted <> a.debits_posted OR a.credits_pending <> 0 OR a.debits_pending <> 0))
    AND (SELECT o.status FROM public.exchange_order o WHERE o.ref = new.order_ref FOR SHARE)
      IN ('completed', 'refunded', 'expired', 'cancelled', 'failed', 'charged_back')
  THEN
    RAISE EXCEPTION 'order % is final, but its account % is not empty', new.order_ref, new.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'final_order_is_empty';
  END IF;
  RETURN NULL;
END $$;

DROP TRIGGER IF EXISTS account_of_open_order ON account;
CREATE CONSTRAINT TRIGGER account_of_open_order AFTER UPDATE ON account
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (
    new.order_ref IS NOT NULL
    AND (new.credits_posted <> new.debits_posted OR new.credits_pending <> 0 OR new.debits_pending <> 0)
  ) EXECUTE FUNCTION account_of_open_order();
--> statement-breakpoint
-- The columns that say to whom an order, an address or a deposit belongs, or where its money came to, stay.
CREATE OR REPLACE FUNCTION identity_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a row of % says another owner, asset or address than before', TG_TABLE_NAME
    USING ERRCODE = 'check_violation', CONSTRAINT = TG_NAME;
END $$;

CREATE OR REPLACE TRIGGER order_identity_stays
  BEFORE UPDATE OF owner_id, pair_id, from_asset, to_asset, payin_rail, payin_address, payin_memo ON exchange_order
  FOR EACH ROW WHEN (old.status <> 'draft' AND (
    (new.pair_id, new.from_asset, new.to_asset) IS DISTINCT FROM (old.pair_id, old.from_asset, old.to_asset)
    OR old.payin_rail IS NOT NULL AND new.payin_rail IS DISTINCT FROM old.payin_rail
    OR old.payin_address IS NOT NULL AND (new.payin_address, new.payin_memo) IS DISTINCT FROM (old.payin_address, old.payin_memo)
    OR old.owner_id IS NOT NULL AND new.owner_id IS NOT NULL AND new.owner_id <> old.owner_id))
  EXECUTE FUNCTION identity_stays();

CREATE OR REPLACE TRIGGER wallet_address_identity_stays BEFORE UPDATE ON wallet_address
  FOR EACH ROW WHEN ((new.id, new.asset, new.rail, new.address, new.memo)
      IS DISTINCT FROM (old.id, old.asset, old.rail, old.address, old.memo)
    OR new.member_id IS NOT NULL AND new.member_id IS DISTINCT FROM old.member_id)
  EXECUTE FUNCTION identity_stays();

CREATE OR REPLACE TRIGGER deposit_identity_stays BEFORE UPDATE ON deposit
  FOR EACH ROW WHEN ((new.id, new.address_id, new.rail, new.rail_payment_id, new.asset)
      IS DISTINCT FROM (old.id, old.address_id, old.rail, old.rail_payment_id, old.asset))
  EXECUTE FUNCTION identity_stays();
--> statement-breakpoint
-- Where a customer was asked to pay stays.
CREATE OR REPLACE FUNCTION issued_address_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'where somebody was asked to pay does not change'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'issued_address_stays';
END $$;

CREATE OR REPLACE TRIGGER issued_address_stays BEFORE UPDATE OR DELETE ON issued_address
  FOR EACH ROW EXECUTE FUNCTION issued_address_stays();

-- Recorded with the owner's rights: the service's role writes none of these rows by itself.
CREATE OR REPLACE FUNCTION record_order_address() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  INSERT INTO public.issued_address (order_ref, address, memo, at) VALUES (new.ref, new.payin_address, new.payin_memo, new.updated_at);
  RETURN null;
END $$;

CREATE OR REPLACE TRIGGER record_order_address AFTER UPDATE OF status, payin_address ON exchange_order
  FOR EACH ROW WHEN (new.status <> 'draft' AND new.payin_address IS NOT NULL AND (old.status = 'draft' OR old.payin_address IS NULL))
  EXECUTE FUNCTION record_order_address();

CREATE OR REPLACE TRIGGER record_inserted_order_address AFTER INSERT ON exchange_order
  FOR EACH ROW WHEN (new.status <> 'draft' AND new.payin_address IS NOT NULL) EXECUTE FUNCTION record_order_address();

CREATE OR REPLACE FUNCTION record_wallet_address() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  INSERT INTO public.issued_address (wallet_address_id, address, memo, at) VALUES (new.id, new.address, new.memo, new.issued_at);
  RETURN null;
END $$;

CREATE OR REPLACE TRIGGER record_wallet_address AFTER INSERT ON wallet_address FOR EACH ROW EXECUTE FUNCTION record_wallet_address();
--> statement-breakpoint
-- An order whose method is set without a rail gets the rail of the latest order with that method.
CREATE OR REPLACE FUNCTION keep_payin_rail() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  new.payin_rail := (SELECT o.payin_rail FROM public.exchange_order o
    WHERE o.from_asset = new.from_asset AND o.payin_method = new.payin_method AND o.payin_rail IS NOT NULL
    ORDER BY o.created_at DESC LIMIT 1);
  RETURN new;
END $$;

CREATE OR REPLACE TRIGGER keep_payin_rail BEFORE UPDATE OF payin_method ON exchange_order
  FOR EACH ROW WHEN (old.payin_method IS NULL AND new.payin_method <> 'balance' AND new.payin_rail IS NULL)
  EXECUTE FUNCTION keep_payin_rail();
--> statement-breakpoint
-- A transfer moves the sums of its two accounts and extends the hash chain of both, in the transaction that inserts it. Both accounts
-- are of the transfer's asset, and the end of a hold has the accounts and the cause of the hold. It runs with the owner's rights, so
-- that the service's role books without the right to write sums and hashes. Every table is named with its schema, because a role could
-- put a temporary table of the same name in front.
CREATE OR REPLACE FUNCTION ledger_move() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  side public.account;
  payer public.account;
  paying public.account;
  promise public.transfer;
  posted numeric(38,0) := 0;
  pending numeric(38,0) := 0;
  hash bytea;
BEGIN
  -- In one order for everybody, so that two transfers between the same accounts never wait for each other.
  FOR side IN
    SELECT * FROM public.account WHERE id IN (new.debit_account, new.credit_account) ORDER BY id FOR NO KEY UPDATE
  LOOP
    IF side.asset <> new.asset THEN
      RAISE EXCEPTION 'transfer % mixes assets', new.id
        USING ERRCODE = 'check_violation', CONSTRAINT = 'transfer_one_asset';
    END IF;
    IF side.id = new.debit_account THEN payer := side; ELSE paying := side; END IF;
  END LOOP;

  IF new.kind IN ('post', 'void') THEN
    SELECT * INTO promise FROM public.transfer WHERE id = new.pending_id AND kind = 'pending';
    IF NOT FOUND
      OR (promise.debit_account, promise.credit_account) <> (new.debit_account, new.credit_account)
      OR (promise.code, promise.order_ref, promise.outgoing_id, promise.withdrawal_id, promise.reward_id,
          promise.affiliate_payout_id, promise.deposit_id, promise.payment_id, promise.closing_id, promise.caused_by)
        IS DISTINCT FROM (new.code, new.order_ref, new.outgoing_id, new.withdrawal_id, new.reward_id,
          new.affiliate_payout_id, new.deposit_id, new.payment_id, new.closing_id, new.caused_by)
      OR new.amount > promise.amount
      OR (new.kind = 'void' AND new.amount <> promise.amount)
    THEN
      RAISE EXCEPTION 'transfer % does not fit the promise %', new.id, new.pending_id
        USING ERRCODE = 'check_violation', CONSTRAINT = 'transfer_fits_promise';
    END IF;
    pending := -promise.amount;
  END IF;
  IF new.kind IN ('posted', 'post') THEN posted := new.amount; END IF;
  IF new.kind = 'pending' THEN pending := new.amount; END IF;

  hash := public.transfer_hash_of(new, payer.entries + 1, paying.entries + 1, payer.last_hash, paying.last_hash);
  INSERT INTO public.transfer_hash
    VALUES (new.id, payer.entries + 1, paying.entries + 1, payer.last_hash, paying.last_hash, hash);
  UPDATE public.account SET entries = entries + 1, last_hash = hash,
      debits_posted = debits_posted + posted, debits_pending = debits_pending + pending
    WHERE id = new.debit_account;
  UPDATE public.account SET entries = entries + 1, last_hash = hash,
      credits_posted = credits_posted + posted, credits_pending = credits_pending + pending
    WHERE id = new.credit_account RETURNING * INTO paying;

  -- A new promise or payment out of a rail needs the cash there; settling an old promise does not ask again,
  -- because a fact may have taken the cash meanwhile and the promise must still find its end.
  IF paying.floor = 'cash' AND NOT new.fact AND new.kind IN ('posted', 'pending')
    AND paying.debits_posted - paying.credits_posted - paying.credits_pending < 0
  THEN
    RAISE EXCEPTION 'transfer % takes more than lies at %', new.id, paying.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'account_cash';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER ledger_move AFTER INSERT ON transfer FOR EACH ROW EXECUTE FUNCTION ledger_move();
--> statement-breakpoint
-- The closing of an account is recorded by the database: no role can record one of an account that is open.
CREATE OR REPLACE FUNCTION note_closing() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  INSERT INTO public.account_closing (member_id, closed_at) VALUES (new.id, new.closed_at) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER note_closing AFTER UPDATE OF closed_at ON member FOR EACH ROW
  WHEN (new.closed_at IS NOT NULL AND old.closed_at IS NULL) EXECUTE FUNCTION note_closing();
--> statement-breakpoint
-- Transfers, their hashes and the entries of wallets are only added, and an account's sums change by transfers only: everything
-- else that writes these tables is refused, whichever program sends it.
CREATE OR REPLACE FUNCTION ledger_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger only grows: % of % is refused', tg_op, tg_table_name
    USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_only_grows';
END $$;

CREATE OR REPLACE TRIGGER transfer_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON transfer
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse();

CREATE OR REPLACE TRIGGER account_stays BEFORE DELETE OR TRUNCATE ON account
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse();

-- A statement from outside has depth 0; `ledger_move` writes the sums at depth 1.
CREATE OR REPLACE TRIGGER account_moves_by_transfer BEFORE UPDATE ON account
  FOR EACH ROW WHEN (pg_trigger_depth() < 1) EXECUTE FUNCTION ledger_refuse();

CREATE OR REPLACE TRIGGER account_opens_empty BEFORE INSERT ON account
  FOR EACH ROW WHEN (
    new.debits_posted <> 0 OR new.credits_posted <> 0 OR new.debits_pending <> 0 OR new.credits_pending <> 0
  ) EXECUTE FUNCTION ledger_refuse();

CREATE OR REPLACE TRIGGER transfer_hash_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON transfer_hash
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse();

CREATE OR REPLACE TRIGGER transfer_hash_by_transfer BEFORE INSERT ON transfer_hash
  FOR EACH ROW WHEN (pg_trigger_depth() < 1) EXECUTE FUNCTION ledger_refuse();

CREATE OR REPLACE TRIGGER wallet_entry_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON wallet_entry
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse();

CREATE OR REPLACE TRIGGER wallet_entry_by_transfer BEFORE INSERT ON wallet_entry
  FOR EACH ROW WHEN (pg_trigger_depth() < 1) EXECUTE FUNCTION ledger_refuse();
--> statement-breakpoint
-- The figures of orders follow in the transaction in which a payout or refund is sent or comes back. With the owner's rights: the
-- service only reads them.
CREATE OR REPLACE FUNCTION order_outcome_of_outgoing() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  IF tg_op = 'UPDATE' AND new.status = old.status THEN
    RETURN NULL;
  END IF;
  IF new.status = 'returned' THEN
    DELETE FROM public.order_outcome WHERE order_ref = new.order_ref AND outgoing_id = new.id;
  END IF;
  INSERT INTO public.order_outcome (order_ref, kind, outgoing_id, pair_id, day, milliseconds, bucket)
    SELECT order_ref, kind, outgoing_id, pair_id, day, milliseconds,
        CASE kind WHEN 'payout' THEN floor(16 * log(2, greatest(milliseconds, 1000) / 1000.0)) END
      FROM (
        SELECT o.order_ref, o.kind, o.id AS outgoing_id, x.pair_id, (o.settled_at AT TIME ZONE 'UTC')::date AS day,
            CASE o.kind WHEN 'payout' THEN (extract(epoch FROM o.settled_at - (SELECT max(p.final_at) FROM public.payment p
              WHERE p.order_ref = o.order_ref AND p.final_at <= o.settled_at)) * 1000)::bigint END AS milliseconds
          FROM public.outgoing o JOIN public.exchange_order x ON x.ref = o.order_ref
          WHERE o.order_ref = new.order_ref AND o.kind = new.kind AND o.status = 'sent'
          ORDER BY o.settled_at, o.attempt LIMIT 1) sent
      WHERE kind = 'refund' OR milliseconds IS NOT NULL
    ON CONFLICT (order_ref, kind) DO NOTHING;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER order_outcome_of_outgoing AFTER INSERT OR UPDATE OF status ON outgoing
  FOR EACH ROW WHEN (new.kind IN ('payout', 'refund') AND new.status IN ('sent', 'returned'))
  EXECUTE FUNCTION order_outcome_of_outgoing();
--> statement-breakpoint
-- An outgoing transfer is the one that was cleared: its account, who has confirmed it, and the proof. A transfer without a clearance is
-- one of a version from before clearances, and gets one for a day after the upgrade from that version.
CREATE OR REPLACE FUNCTION outgoing_is_cleared() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  cleared public.payout_clearance;
BEGIN
  SELECT * INTO cleared FROM public.payout_clearance WHERE id = new.id;
  IF NOT FOUND THEN
    IF EXISTS (SELECT 1 FROM public.audit WHERE id = 'aud_first:clearances' AND at > now() - interval '1 day') THEN
      INSERT INTO public.payout_clearance
          (id, rule, source, destination, caused_by, proof, second_person, notice, decided_at)
        VALUES (new.id, CASE new.kind WHEN 'sweep' THEN 'sweep' ELSE 'confirmed_before' END,
          CASE new.kind WHEN 'sweep' THEN 'house' WHEN 'withdrawal' THEN 'wallet' ELSE 'order' END,
          CASE new.kind WHEN 'sweep' THEN 'house' ELSE 'named' END,
          CASE new.kind WHEN 'sweep' THEN 'house' ELSE 'earlier_version' END,
          CASE new.kind WHEN 'sweep' THEN 'none' ELSE 'unknown' END,
          'none', CASE new.kind WHEN 'sweep' THEN 'none' ELSE 'order' END, new.created_at);
    END IF;
    RETURN new;
  END IF;
  IF (new.kind = 'sweep') <> (cleared.rule = 'sweep')
    OR (cleared.destination = 'own_wallet') <> (new.rail = 'wallet')
    OR (cleared.destination = 'gone') <> (new.status <> 'sending')
    OR cleared.destination IN ('trusted', 'new', 'named', 'operator') AND cleared.caused_by <> 'earlier_version'
      AND NOT EXISTS (
        SELECT 1 FROM public.payout_destination d
          WHERE (d.order_ref = new.order_ref OR d.withdrawal_id = new.withdrawal_id
              OR new.kind = 'unclaimed_payout' AND to_jsonb(d)->>'unclaimed_payout_id' = new.id)
            AND (d.account, d.memo) IS NOT DISTINCT FROM (new.account, new.memo)
            AND (d.amount IS NULL OR d.amount = new.amount)
            AND d.confirmed_by = cleared.caused_by AND d.proof = cleared.proof)
  THEN
    RAISE EXCEPTION 'the payout % is not the one that was cleared', new.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'outgoing_is_cleared';
  END IF;
  RETURN new;
END $$;

CREATE OR REPLACE TRIGGER outgoing_is_cleared BEFORE INSERT ON outgoing FOR EACH ROW EXECUTE FUNCTION outgoing_is_cleared();
--> statement-breakpoint
-- The state in `outgoing` itself, which `payout_guard` has replaced: it follows the status, for programs that still read it.
CREATE OR REPLACE FUNCTION outgoing_state_follows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF new.status = 'sending' THEN
    new.state := 'held';
  ELSIF new.status = 'sent' THEN
    new.state := 'settled';
  ELSIF new.status = 'returned' THEN
    new.state := 'returned';
  ELSIF new.status = 'failed' AND new.state NOT IN ('refused', 'reverted', 'void') THEN
    new.state := 'void';
  END IF;
  IF new.state IN ('settled', 'returned') THEN
    new.approved_at := coalesce(new.approved_at, new.created_at);
  END IF;
  RETURN new;
END $$;

CREATE OR REPLACE TRIGGER outgoing_state_follows BEFORE INSERT OR UPDATE OF status, state ON outgoing
  FOR EACH ROW EXECUTE FUNCTION outgoing_state_follows();
--> statement-breakpoint
-- A withdrawal is sent only once its money is held at the place that pays out: without that it could not be booked.
CREATE OR REPLACE FUNCTION withdrawal_is_held() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT 1 FROM transfer t WHERE t.id = new.transfer_id AND t.kind = 'pending'
      AND t.credit_account = 'assets:' || new.rail || ':' || new.asset
  ) THEN
    RAISE EXCEPTION 'the money of the withdrawal % is not held at %', new.withdrawal_id, new.rail
      USING ERRCODE = 'check_violation', CONSTRAINT = 'outgoing_withdrawal_held';
  END IF;
  RETURN new;
END $$;

CREATE OR REPLACE TRIGGER outgoing_withdrawal_held BEFORE INSERT ON outgoing
  FOR EACH ROW WHEN (new.kind = 'withdrawal') EXECUTE FUNCTION withdrawal_is_held();
--> statement-breakpoint
-- A partner's sums follow the days, in the transaction that changes a day. With the owner's rights: the service only reads the sums. A
-- row is inserted first, because the checks of the table also apply to a row that a conflict leaves out. The rows have one order, so
-- that a visit and an order of one partner cannot deadlock.
CREATE OR REPLACE FUNCTION partner_sum_of_day() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  of public.partner_day := coalesce(new, old);
  part record;
BEGIN
  FOR part IN
    SELECT g.grouped_by, g.key, s.span, s.start
      FROM (VALUES ('all', ''), ('link', of.code), ('pair', of.pair_id)) g (grouped_by, key),
        (VALUES ('day', of.day), ('month', left(of.day, 7))) s (span, start)
      WHERE g.grouped_by <> 'pair' OR g.key <> ''
      ORDER BY g.grouped_by, s.span
  LOOP
    INSERT INTO public.partner_sum (partner_id, asset, grouped_by, span, start, key)
      VALUES (of.partner_id, of.asset, part.grouped_by, part.span, part.start, part.key) ON CONFLICT DO NOTHING;
    UPDATE public.partner_sum SET
        visits = visits + coalesce(new.visits, 0) - coalesce(old.visits, 0),
        signups = signups + coalesce(new.signups, 0) - coalesce(old.signups, 0),
        orders = orders + coalesce(new.orders, 0) - coalesce(old.orders, 0),
        counted = counted + coalesce(new.counted, 0) - coalesce(old.counted, 0),
        turnover_cents = turnover_cents + coalesce(new.turnover_cents, 0) - coalesce(old.turnover_cents, 0),
        waiting = waiting + coalesce(new.waiting, 0) - coalesce(old.waiting, 0),
        ready = ready + coalesce(new.ready, 0) - coalesce(old.ready, 0),
        lost = lost + coalesce(new.lost, 0) - coalesce(old.lost, 0)
      WHERE (partner_id, asset, grouped_by, span, start, key)
        = (of.partner_id, of.asset, part.grouped_by, part.span, part.start, part.key);
  END LOOP;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER partner_sum_of_day AFTER INSERT OR UPDATE OR DELETE ON partner_day
  FOR EACH ROW EXECUTE FUNCTION partner_sum_of_day();
--> statement-breakpoint
-- What the payout policy has decided stays.
CREATE OR REPLACE FUNCTION payout_clearance_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what was decided for % does not change', old.id
    USING ERRCODE = 'check_violation', CONSTRAINT = 'payout_clearance_stays';
END $$;

CREATE OR REPLACE TRIGGER payout_clearance_stays BEFORE UPDATE OR DELETE ON payout_clearance
  FOR EACH ROW EXECUTE FUNCTION payout_clearance_stays();
--> statement-breakpoint
-- What was confirmed never changes; erasing personal data is the exception.
CREATE OR REPLACE FUNCTION payout_destination_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'UPDATE' AND new.account = '' AND new.memo IS NULL
      AND (to_jsonb(new) - 'account' - 'memo') = (to_jsonb(old) - 'account' - 'memo') THEN
    RETURN new;
  END IF;
  RAISE EXCEPTION 'what was confirmed for % does not change', coalesce(old.order_ref, old.withdrawal_id)
    USING ERRCODE = 'check_violation', CONSTRAINT = 'payout_destination_stays';
END $$;

CREATE OR REPLACE TRIGGER payout_destination_stays BEFORE UPDATE OR DELETE ON payout_destination
  FOR EACH ROW EXECUTE FUNCTION payout_destination_stays();
--> statement-breakpoint
-- Every outgoing transfer has a row of the payout guard from the beginning.
CREATE OR REPLACE FUNCTION payout_guard_begins() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO payout_guard (outgoing_id, state, approved_at)
    VALUES (new.id,
      CASE new.status WHEN 'sending' THEN 'waiting' WHEN 'sent' THEN 'settled' WHEN 'returned' THEN 'returned' ELSE 'void' END,
      CASE WHEN new.status IN ('sent', 'returned') THEN new.created_at END);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER payout_guard_begins AFTER INSERT ON outgoing
  FOR EACH ROW EXECUTE FUNCTION payout_guard_begins();

-- The state follows where only the status of the transfer is written, for example by an operator's record.
CREATE OR REPLACE FUNCTION payout_guard_follows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF new.status = 'sent' THEN
    UPDATE payout_guard SET state = 'settled', approved_at = coalesce(approved_at, new.created_at)
      WHERE outgoing_id = new.id AND (state <> 'settled' OR approved_at IS NULL);
  ELSIF new.status = 'returned' THEN
    UPDATE payout_guard SET state = 'returned', approved_at = coalesce(approved_at, new.created_at)
      WHERE outgoing_id = new.id AND (state <> 'returned' OR approved_at IS NULL);
  ELSIF new.status = 'failed' THEN
    UPDATE payout_guard SET state = 'void' WHERE outgoing_id = new.id AND state NOT IN ('refused', 'reverted', 'void');
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER payout_guard_follows AFTER UPDATE OF status ON outgoing
  FOR EACH ROW EXECUTE FUNCTION payout_guard_follows();
--> statement-breakpoint
-- What a person has entered of PayPal stays as it was entered, and so does the decision about it.
CREATE OR REPLACE FUNCTION paypal_entry_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (new.id, new.task, new.kind, new.tx, new.of_tx, new.case_id, new.answer_by, new.amount, new.fee, new.has_other_payer, new.line, new.at, new.entered_by, new.entered_at, new.command_id, new.needs_second)
      IS DISTINCT FROM (old.id, old.task, old.kind, old.tx, old.of_tx, old.case_id, old.answer_by, old.amount, old.fee, old.has_other_payer, old.line, old.at, old.entered_by, old.entered_at, old.command_id, old.needs_second)
    OR (old.state <> 'waiting' AND (new.state, new.decided_by, new.decided_at, new.decision_id)
      IS DISTINCT FROM (old.state, old.decided_by, old.decided_at, old.decision_id))
  THEN
    RAISE EXCEPTION 'the entry % does not change', old.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'paypal_entry_stays';
  END IF;
  RETURN new;
END $$;

CREATE OR REPLACE TRIGGER paypal_entry_stays BEFORE UPDATE ON paypal_entry FOR EACH ROW EXECUTE FUNCTION paypal_entry_stays();
--> statement-breakpoint
-- What PayPal's report has said stays: a line that has changed is another row, and only its account is emptied.
CREATE OR REPLACE FUNCTION paypal_line_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (to_jsonb(new) - 'replaced_by' - 'account') IS DISTINCT FROM (to_jsonb(old) - 'replaced_by' - 'account')
    OR (old.replaced_by IS NOT NULL AND new.replaced_by IS DISTINCT FROM old.replaced_by)
    OR (new.account IS DISTINCT FROM old.account AND (old.account IS NULL OR new.account IS DISTINCT FROM ''))
  THEN
    RAISE EXCEPTION 'the line % of a report does not change', old.number
      USING ERRCODE = 'check_violation', CONSTRAINT = 'paypal_line_stays';
  END IF;
  RETURN new;
END $$;

CREATE OR REPLACE TRIGGER paypal_line_stays BEFORE UPDATE ON paypal_line FOR EACH ROW EXECUTE FUNCTION paypal_line_stays();
--> statement-breakpoint
-- What a task at PayPal asks for stays, and so does its end.
CREATE OR REPLACE FUNCTION paypal_task_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (new.number, new.kind, new.movement_id, new.order_ref, new.asset, new.amount, new.created_at)
      IS DISTINCT FROM (old.number, old.kind, old.movement_id, old.order_ref, old.asset, old.amount, old.created_at)
    OR (old.ended_at IS NOT NULL AND (new.state, new.ended_at) IS DISTINCT FROM (old.state, old.ended_at))
  THEN
    RAISE EXCEPTION 'what the task % asks for, and its end, do not change', old.number
      USING ERRCODE = 'check_violation', CONSTRAINT = 'paypal_task_stays';
  END IF;
  RETURN new;
END $$;

CREATE OR REPLACE TRIGGER paypal_task_stays BEFORE UPDATE ON paypal_task FOR EACH ROW EXECUTE FUNCTION paypal_task_stays();
--> statement-breakpoint
-- The settle time that the customer was told when the order was executed stays.
CREATE OR REPLACE FUNCTION settle_seconds_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the settle time of the executed order % cannot be changed', old.ref USING ERRCODE = 'check_violation', CONSTRAINT = 'settle_seconds_stay';
END $$;

CREATE OR REPLACE TRIGGER settle_seconds_stay BEFORE UPDATE OF settle_seconds ON exchange_order FOR EACH ROW
  WHEN (old.status <> 'draft' AND new.settle_seconds IS DISTINCT FROM old.settle_seconds) EXECUTE FUNCTION settle_seconds_stay();
--> statement-breakpoint
-- Staff are added by commands that staff have signed. Only the first of all, and what the database's owner adds after keys were lost,
-- has no signature.
CREATE OR REPLACE FUNCTION staff_credential_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('staff', 0));
  IF NEW.added_by IS NULL AND EXISTS (SELECT 1 FROM staff_credential)
      AND NOT pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = 'staff_credential'::regclass), 'member') THEN
    RAISE EXCEPTION 'staff are added by a signed command, or by the owner of the database'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'staff_credential_signed';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER staff_credential_added BEFORE INSERT ON staff_credential
  FOR EACH ROW EXECUTE FUNCTION staff_credential_added();
--> statement-breakpoint
-- What a sweep was asked to move stays, and no payment is in two parts that may move it.
CREATE OR REPLACE FUNCTION sweep_part_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (new.sweep_id, new.address, new.amount, new.payments, new.is_legacy)
      IS DISTINCT FROM (old.sweep_id, old.address, old.amount, old.payments, old.is_legacy)
  THEN
    RAISE EXCEPTION 'what the sweep % moves from an address does not change', old.sweep_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'sweep_part_stays';
  END IF;
  IF TG_OP = 'INSERT' AND EXISTS (
    SELECT 1 FROM public.sweep_part p JOIN public.outgoing o ON o.id = p.sweep_id
      JOIN public.outgoing asked ON asked.id = new.sweep_id AND (asked.rail, asked.asset) = (o.rail, o.asset)
      WHERE p.address = new.address AND p.sweep_id <> new.sweep_id AND p.state IN ('open', 'arrived') AND p.payments && new.payments
  ) THEN
    RAISE EXCEPTION 'a payment at % is in another sweep', new.address
      USING ERRCODE = 'check_violation', CONSTRAINT = 'sweep_part_payment_once';
  END IF;
  RETURN new;
END $$;

CREATE OR REPLACE TRIGGER sweep_part_stays BEFORE INSERT OR UPDATE ON sweep_part FOR EACH ROW EXECUTE FUNCTION sweep_part_stays();
--> statement-breakpoint
-- One posted movement of a wallet, with the account's balance after it, what has come into the wallet until then, and the number of the
-- entry: a month is told by two entries, without adding up. The sums are moved by `ledger_move`, which fires first. The account's row
-- is locked since then, so entries of a wallet follow each other, and their time never goes back. The functions run with the owner's
-- rights and name every table with its schema, as `ledger_move` does.
CREATE OR REPLACE FUNCTION wallet_enter(moved public.transfer, wallet_account text, signed numeric) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  is_credit boolean := signed > 0;
  last_at timestamptz;
  last_number integer;
BEGIN
  SELECT e.at, e.number INTO last_at, last_number FROM public.wallet_entry e
    WHERE e.account_id = wallet_account ORDER BY e.at DESC, e.seq DESC LIMIT 1;
  INSERT INTO public.wallet_entry
      (id, account_id, member_id, transfer_id, type, amount, balance_after, at, seq, credited, number)
    SELECT 'tx_' || left(encode(sha256(convert_to(wallet_account || ' ' || moved.id, 'UTF8')), 'hex'), 24),
      wallet_account, split_part(wallet_account, ':', 2), moved.id,
      CASE
        WHEN moved.code = 'deposit' AND is_credit THEN 'deposit'
        WHEN moved.code = 'withdrawal' AND is_credit THEN 'withdrawal_returned'
        WHEN moved.code IN ('withdrawal', 'withdrawal_fee', 'affiliate', 'refund') THEN moved.code
        WHEN moved.code = 'payin' AND NOT is_credit THEN 'order_payin'
        WHEN moved.code = 'payout' AND is_credit THEN 'order_payout'
        WHEN moved.code = 'debt' THEN 'debt_repayment'
        WHEN moved.code = 'promo' AND is_credit THEN 'promo'
        WHEN moved.code IN ('deposit', 'payout', 'dispute', 'promo') THEN 'chargeback'
        ELSE 'adjustment'
      END,
      signed, a.credits_posted - a.debits_posted, greatest(moved.at, last_at), moved.seq, a.credits_posted,
      coalesce(last_number, 0) + 1
    FROM public.account a WHERE a.id = wallet_account;
END $$;

CREATE OR REPLACE FUNCTION wallet_entry_of_transfer() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  IF new.debit_account LIKE 'member:%' THEN PERFORM public.wallet_enter(new, new.debit_account, -new.amount); END IF;
  IF new.credit_account LIKE 'member:%' THEN PERFORM public.wallet_enter(new, new.credit_account, new.amount); END IF;
  RETURN NULL;
END $$;

-- Triggers fire in the order of their names: this one after `ledger_move`.
CREATE OR REPLACE TRIGGER wallet_entry_of_transfer AFTER INSERT ON transfer FOR EACH ROW
  WHEN (new.kind IN ('posted', 'post') AND (new.debit_account LIKE 'member:%' OR new.credit_account LIKE 'member:%'))
  EXECUTE FUNCTION wallet_entry_of_transfer();
--> statement-breakpoint
-- The number of a withdrawal among its member's, so that a page of the list costs the same however long the list is. The account is
-- locked while a withdrawal is requested.
CREATE OR REPLACE FUNCTION withdrawal_numbered() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT coalesce(max(w.number), 0) + 1 INTO new.number FROM public.withdrawal w WHERE w.member_id = new.member_id;
  RETURN new;
END $$;

CREATE OR REPLACE TRIGGER withdrawal_numbered BEFORE INSERT ON "withdrawal" FOR EACH ROW EXECUTE FUNCTION withdrawal_numbered();
