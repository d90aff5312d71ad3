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
ALTER TABLE "security_event" DROP CONSTRAINT "security_event_event_check";--> statement-breakpoint
ALTER TABLE "account_freeze" ADD CONSTRAINT "account_freeze_member_id_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."member"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_freeze_member" ON "account_freeze" USING btree ("member_id","started_at");--> statement-breakpoint
ALTER TABLE "security_event" ADD CONSTRAINT "security_event_event_check" CHECK ("event" in ('registered', 'signed_in', 'sign_in_failed', 'two_factor_failed', 'signed_out', 'sessions_revoked', 'password_changed', 'password_reset', 'two_factor_enabled', 'two_factor_disabled', 'recovery_code_used', 'google_linked', 'email_changed', 'phrase_changed', 'closed', 'unlocked', 'withdrawal_reported', 'account_frozen', 'withdrawals_frozen', 'withdrawals_unfrozen', 'addresses_only_on', 'addresses_only_off')) NOT VALID;
