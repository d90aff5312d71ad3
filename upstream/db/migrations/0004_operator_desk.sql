CREATE TABLE "order_taken" (
	"order_ref" text PRIMARY KEY NOT NULL,
	"actor" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"until_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "letter" ADD COLUMN "subject" text;--> statement-breakpoint
ALTER TABLE "letter" ADD COLUMN "text" text;--> statement-breakpoint
ALTER TABLE "letter" ADD COLUMN "html" text;--> statement-breakpoint
ALTER TABLE "letter" ADD COLUMN "failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "letter" ADD COLUMN "failure" text;--> statement-breakpoint
CREATE INDEX "audit_at" ON "audit" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_subject" ON "audit" USING btree ("subject");--> statement-breakpoint
CREATE INDEX "letter_unsent" ON "letter" USING btree ("created_at") WHERE status = 'queued';