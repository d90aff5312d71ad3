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
	CONSTRAINT "account_floor" CHECK (floor <> 'available' or case normal when 'credit' then credits_posted - debits_posted - debits_pending
          else debits_posted - credits_posted - credits_pending end >= 0),
	CONSTRAINT "account_named_by_asset" CHECK (right(id, length(asset) + 1) = ':' || asset),
	CONSTRAINT "account_pending" CHECK (debits_pending >= 0 and credits_pending >= 0)
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
	CONSTRAINT "transfer_amount" CHECK (amount > 0),
	CONSTRAINT "transfer_two_accounts" CHECK (debit_account <> credit_account),
	CONSTRAINT "transfer_names_promise" CHECK ((kind in ('post', 'void')) = (pending_id is not null))
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
	"sort" integer NOT NULL
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
	CONSTRAINT "pair_slug_unique" UNIQUE("slug")
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
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reference_rate" (
	"pair_id" text PRIMARY KEY NOT NULL,
	"rate" text NOT NULL,
	"source" text NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
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
	"checked_at" timestamp (3) with time zone NOT NULL
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
	"at" timestamp (3) with time zone NOT NULL
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
CREATE TABLE "outgoing" (
	"id" text PRIMARY KEY NOT NULL,
	"order_ref" text NOT NULL,
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
	"settled_at" timestamp (3) with time zone
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
	"final_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "audit" (
	"id" text PRIMARY KEY NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"reason" text,
	"details" jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
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
	CONSTRAINT "idempotency_key_scope_key_pk" PRIMARY KEY("scope","key")
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
	"sent_at" timestamp (3) with time zone
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
	"order_ref" text NOT NULL,
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
ALTER TABLE "transfer" ADD CONSTRAINT "transfer_debit_account_account_id_fk" FOREIGN KEY ("debit_account") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer" ADD CONSTRAINT "transfer_credit_account_account_id_fk" FOREIGN KEY ("credit_account") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_order" ON "account" USING btree ("order_ref");--> statement-breakpoint
CREATE UNIQUE INDEX "transfer_settles_once" ON "transfer" USING btree ("pending_id") WHERE pending_id is not null;--> statement-breakpoint
CREATE INDEX "transfer_order" ON "transfer" USING btree ("order_ref");--> statement-breakpoint
CREATE INDEX "order_due" ON "exchange_order" USING btree ("status","expires_at");--> statement-breakpoint
CREATE INDEX "order_hold_due" ON "exchange_order" USING btree ("hold_deadline");--> statement-breakpoint
CREATE INDEX "order_created" ON "exchange_order" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "order_payin_address" ON "exchange_order" USING btree ("payin_address",coalesce(payin_memo, ''));--> statement-breakpoint
CREATE INDEX "order_event_order" ON "order_event" USING btree ("order_ref","version");--> statement-breakpoint
CREATE UNIQUE INDEX "outgoing_attempt" ON "outgoing" USING btree ("order_ref","kind","attempt");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_once" ON "payment" USING btree ("rail","rail_payment_id");--> statement-breakpoint
CREATE INDEX "payment_order" ON "payment" USING btree ("order_ref");--> statement-breakpoint
CREATE INDEX "idempotency_expiry" ON "idempotency_key" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "letter_order" ON "letter" USING btree ("order_ref");--> statement-breakpoint
CREATE INDEX "sandbox_step_due" ON "sandbox_step" USING btree ("done_at","due_at");