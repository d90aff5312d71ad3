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
ALTER TABLE "member" ADD COLUMN "news_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "newsletter_delivery" ADD CONSTRAINT "newsletter_delivery_issue_id_newsletter_issue_id_fk" FOREIGN KEY ("issue_id") REFERENCES "public"."newsletter_issue"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "newsletter_delivery_waiting" ON "newsletter_delivery" USING btree ("issue_id") WHERE queued_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "newsletter_subscriber_email" ON "newsletter_subscriber" USING btree (lower("email"));