CREATE TABLE "bot_check_use" (
	"key" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "bot_check_use_expiry" ON "bot_check_use" USING btree ("expires_at");
--> statement-breakpoint
ALTER TABLE "email_code" DROP CONSTRAINT "email_code_purpose_check";
--> statement-breakpoint
ALTER TABLE "email_code" ADD COLUMN "action" text;
--> statement-breakpoint
-- NOT VALID: the rows that are there are checked in the next migration, without keeping others from writing.
ALTER TABLE "email_code" ADD CONSTRAINT "email_code_action" CHECK ((purpose = 'bot_check') = (action is not null)) NOT VALID;
--> statement-breakpoint
ALTER TABLE "email_code" ADD CONSTRAINT "email_code_purpose_check" CHECK ("purpose" in ('sign_up', 'reset', 'email_change', 'bot_check')) NOT VALID;
