-- First, since every change of an order begins there: taken in another order than writers do, the locks below would
-- deadlock with them.
LOCK TABLE "exchange_order" IN SHARE ROW EXCLUSIVE MODE;
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
	CONSTRAINT "ticket_entry_author_check" CHECK ("author" in ('customer', 'support', 'system', 'unverified', 'note')),
	CONSTRAINT "ticket_entry_event_check" CHECK ("event" in ('received', 'solved', 'closed', 'closed_unanswered', 'reopened')),
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
ALTER TABLE "ticket" ADD CONSTRAINT "ticket_order_ref_exchange_order_ref_fk" FOREIGN KEY ("order_ref") REFERENCES "public"."exchange_order"("ref") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket" ADD CONSTRAINT "ticket_member_id_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."member"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_entry" ADD CONSTRAINT "ticket_entry_ticket_ticket_number_fk" FOREIGN KEY ("ticket") REFERENCES "public"."ticket"("number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_file" ADD CONSTRAINT "ticket_file_entry_id_ticket_entry_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."ticket_entry"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ticket_open" ON "ticket" USING btree ("answer_by") WHERE status <> 'closed';--> statement-breakpoint
CREATE INDEX "ticket_member" ON "ticket" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "ticket_order" ON "ticket" USING btree ("order_ref");--> statement-breakpoint
CREATE INDEX "ticket_email" ON "ticket" USING btree (lower("email"),"created_at");--> statement-breakpoint
CREATE INDEX "ticket_answered" ON "ticket" USING btree ("first_answer_at");--> statement-breakpoint
CREATE INDEX "ticket_entry_ticket" ON "ticket_entry" USING btree ("ticket","position");--> statement-breakpoint
CREATE UNIQUE INDEX "ticket_entry_email" ON "ticket_entry" USING btree ("email_id");--> statement-breakpoint
CREATE INDEX "ticket_file_entry" ON "ticket_file" USING btree ("entry_id");--> statement-breakpoint
CREATE INDEX "ticket_file_loose" ON "ticket_file" USING btree ("created_at") WHERE entry_id is null;