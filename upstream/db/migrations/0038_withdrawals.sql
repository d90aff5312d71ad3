-- First, since every change of an order begins there: taken in another order than writers do, the locks below would
-- deadlock with them.
LOCK TABLE "exchange_order" IN SHARE ROW EXCLUSIVE MODE;
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
	CONSTRAINT "withdrawal_source_check" CHECK ("source" in ('wallet', 'affiliate')),
	CONSTRAINT "withdrawal_status_check" CHECK ("status" in ('requested', 'confirm_pending', 'cooling_off', 'approved', 'processing', 'completed', 'cancelled', 'rejected', 'failed')),
	CONSTRAINT "withdrawal_reason_check" CHECK ("reason" in ('by_member', 'not_confirmed', 'reported', 'by_team', 'not_sent', 'returned', 'sent_after_failure')),
	CONSTRAINT "withdrawal_confirm_with_check" CHECK ("confirm_with" in ('authenticator', 'email')),
	CONSTRAINT "withdrawal_amounts" CHECK (fee >= 0 and amount > fee and worth_usd >= 0),
	CONSTRAINT "withdrawal_ended" CHECK ((status in ('completed', 'cancelled', 'rejected', 'failed')) = (ended_at is not null)),
	CONSTRAINT "withdrawal_confirmed" CHECK (confirmed_at is not null or status in ('requested', 'confirm_pending', 'cancelled', 'rejected'))
);
--> statement-breakpoint
ALTER TABLE "email_code" DROP CONSTRAINT "email_code_purpose_check";--> statement-breakpoint
ALTER TABLE "security_event" DROP CONSTRAINT "security_event_event_check";--> statement-breakpoint
ALTER TABLE "email_code" ADD COLUMN "subject" text;--> statement-breakpoint
ALTER TABLE "member" ADD COLUMN "withdrawal_addresses_only" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "member" ADD COLUMN "addresses_only_ends_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "asset" ADD COLUMN "withdraw_fee" numeric(38,0) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "asset" ADD COLUMN "min_withdraw" numeric(38,0) DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Sending a withdrawal costs us what sending a refund does.
UPDATE "asset" SET "withdraw_fee" = "refund_fee", "min_withdraw" = 10 * "refund_fee" WHERE "kind" = 'crypto';--> statement-breakpoint
ALTER TABLE "withdrawal" ADD CONSTRAINT "withdrawal_member_id_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."member"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "withdrawal_request" ON "withdrawal" USING btree ("request_hash");--> statement-breakpoint
CREATE INDEX "withdrawal_member" ON "withdrawal" USING btree ("member_id","created_at","id");--> statement-breakpoint
CREATE INDEX "withdrawal_open" ON "withdrawal" USING btree ("status") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "email_code_subject" ON "email_code" USING btree ("subject") WHERE subject is not null;--> statement-breakpoint
-- NOT VALID: the rows there are fit them; the next migration validates them without keeping others from writing.
ALTER TABLE "outgoing" ADD CONSTRAINT "outgoing_withdrawal_id_withdrawal_id_fk" FOREIGN KEY ("withdrawal_id") REFERENCES "public"."withdrawal"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "email_code" ADD CONSTRAINT "email_code_purpose_check" CHECK ("purpose" in ('sign_up', 'reset', 'email_change', 'bot_check', 'withdrawal')) NOT VALID;--> statement-breakpoint
ALTER TABLE "email_code" ADD CONSTRAINT "email_code_subject" CHECK ((purpose = 'withdrawal') = (subject is not null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "security_event" ADD CONSTRAINT "security_event_event_check" CHECK ("event" in ('registered', 'signed_in', 'sign_in_failed', 'two_factor_failed', 'signed_out', 'sessions_revoked', 'password_changed', 'password_reset', 'two_factor_enabled', 'two_factor_disabled', 'recovery_code_used', 'google_linked', 'email_changed', 'phrase_changed', 'closed', 'unlocked', 'withdrawal_reported', 'withdrawals_unfrozen', 'addresses_only_on', 'addresses_only_off')) NOT VALID;--> statement-breakpoint
ALTER TABLE "asset" ADD CONSTRAINT "asset_withdrawals" CHECK (withdraw_fee >= 0 and min_withdraw >= 0);
