CREATE TABLE "newsletter_text" (
	"issue_id" text NOT NULL,
	"language" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "newsletter_text_issue_id_language_pk" PRIMARY KEY("issue_id","language"),
	CONSTRAINT "newsletter_text_language_check" CHECK ("language" in ('en', 'ru'))
);
--> statement-breakpoint
ALTER TABLE "newsletter_text" ADD CONSTRAINT "newsletter_text_issue_id_newsletter_issue_id_fk" FOREIGN KEY ("issue_id") REFERENCES "public"."newsletter_issue"("id") ON DELETE no action ON UPDATE no action;