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
ALTER TABLE "review" ADD CONSTRAINT "review_order_ref_exchange_order_ref_fk" FOREIGN KEY ("order_ref") REFERENCES "public"."exchange_order"("ref") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_invitation" ADD CONSTRAINT "review_invitation_order_ref_exchange_order_ref_fk" FOREIGN KEY ("order_ref") REFERENCES "public"."exchange_order"("ref") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "review_order" ON "review" USING btree ("order_ref");--> statement-breakpoint
CREATE INDEX "review_published" ON "review" USING btree ("published_at","id") WHERE published_at is not null;--> statement-breakpoint
CREATE INDEX "review_invitation_at" ON "review_invitation" USING btree ("at");