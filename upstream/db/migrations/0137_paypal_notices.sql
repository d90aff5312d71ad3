CREATE TABLE "incoming_mailbox" (
	"name" text PRIMARY KEY NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"answered_at" timestamp (3) with time zone,
	"unread" integer DEFAULT 0 NOT NULL,
	"fault" text,
	"fault_since" timestamp (3) with time zone,
	CONSTRAINT "incoming_mailbox_fault_check" CHECK ("fault" in ('timeout', 'connection', 'sign_in', 'folder', 'protocol')),
	CONSTRAINT "incoming_mailbox_fault_since" CHECK ((fault is null) = (fault_since is null)),
	CONSTRAINT "incoming_mailbox_unread" CHECK (unread >= 0)
);
--> statement-breakpoint
CREATE TABLE "paypal_notice" (
	"number" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "paypal_notice_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"digest" "bytea" NOT NULL,
	"state" text NOT NULL,
	"fault" text,
	"subject" text NOT NULL,
	"kind" text,
	"tx" text,
	"amount" numeric(38,0),
	"currency" text,
	"account" text,
	"original" text,
	"case_id" text,
	"received_at" timestamp (3) with time zone NOT NULL,
	"task" integer,
	"proposes" text,
	"ended_at" timestamp (3) with time zone,
	"dismissed_by" text,
	CONSTRAINT "paypal_notice_state_check" CHECK ("state" in ('open', 'entered', 'over', 'dismissed')),
	CONSTRAINT "paypal_notice_kind_check" CHECK ("kind" in ('received', 'sent', 'refund', 'dispute')),
	CONSTRAINT "paypal_notice_proposes_check" CHECK ("proposes" in ('paid', 'not_paid', 'received', 'returned', 'refunded', 'disputed', 'dispute_answered', 'dispute_won', 'dispute_lost')),
	CONSTRAINT "paypal_notice_digest" CHECK (octet_length(digest) = 32),
	CONSTRAINT "paypal_notice_read" CHECK ((fault is null) = (kind is not null)),
	CONSTRAINT "paypal_notice_money" CHECK (num_nulls(kind, tx, amount, currency) in (0, 4)),
	CONSTRAINT "paypal_notice_tx_form" CHECK (tx ~ '^[A-Z0-9]{17}$'),
	CONSTRAINT "paypal_notice_amount" CHECK (amount > 0),
	CONSTRAINT "paypal_notice_proposal" CHECK ((task is null) = (proposes is null) and (task is null or kind is not null)),
	CONSTRAINT "paypal_notice_ended" CHECK ((state in ('open', 'entered')) = (ended_at is null)),
	CONSTRAINT "paypal_notice_dismissed" CHECK ((state = 'dismissed') = (dismissed_by is not null))
);
--> statement-breakpoint
ALTER TABLE "paypal_notice" ADD CONSTRAINT "paypal_notice_task_paypal_task_number_fk" FOREIGN KEY ("task") REFERENCES "public"."paypal_task"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "paypal_notice_once" ON "paypal_notice" USING btree ("digest");--> statement-breakpoint
CREATE INDEX "paypal_notice_open" ON "paypal_notice" USING btree ("received_at") WHERE state in ('open', 'entered');--> statement-breakpoint
CREATE INDEX "paypal_notice_ended" ON "paypal_notice" USING btree ("ended_at");