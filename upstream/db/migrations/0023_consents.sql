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
CREATE INDEX "consent_record_at" ON "consent_record" USING btree ("at");