-- Who caused each email, and how a mailbox is known to be a customer's. The default of "cause" is for a process of the
-- version before while it is replaced: an email of its gets neither a phrase nor a place in the allowance.
ALTER TABLE "letter" DROP CONSTRAINT "letter_status_check";--> statement-breakpoint
ALTER TABLE "ticket_entry" DROP CONSTRAINT "ticket_entry_event_check";--> statement-breakpoint
ALTER TABLE "exchange_order" ADD COLUMN "email_proof" text;--> statement-breakpoint
ALTER TABLE "letter" ADD COLUMN "cause" text NOT NULL DEFAULT 'unproven';--> statement-breakpoint
ALTER TABLE "letter" ADD COLUMN "mailbox" text;--> statement-breakpoint
ALTER TABLE "letter" ADD COLUMN "admitted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "letter" ADD COLUMN "digest_id" text;--> statement-breakpoint
ALTER TABLE "reserve_request" ADD COLUMN "is_members" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "ticket" ADD COLUMN "mailbox_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "ticket" ADD COLUMN "is_author" boolean;--> statement-breakpoint
ALTER TABLE "ticket_entry" ADD COLUMN "is_proven" boolean;--> statement-breakpoint
CREATE INDEX "letter_admitted" ON "letter" USING btree ("mailbox","admitted_at") WHERE admitted_at is not null;--> statement-breakpoint
CREATE INDEX "letter_held" ON "letter" USING btree ("created_at") WHERE status = 'held';--> statement-breakpoint
CREATE INDEX "letter_digest" ON "letter" USING btree ("digest_id") WHERE digest_id is not null;--> statement-breakpoint
ALTER TABLE "exchange_order" ADD CONSTRAINT "exchange_order_email_proof_check" CHECK ("email_proof" in ('session', 'link')) NOT VALID;--> statement-breakpoint
ALTER TABLE "letter" ADD CONSTRAINT "letter_cause_check" CHECK ("cause" in ('member', 'mailbox', 'house', 'operator', 'unproven', 'stranger', 'desk')) NOT VALID;--> statement-breakpoint
ALTER TABLE "letter" ADD CONSTRAINT "letter_mailbox" CHECK (cause <> 'stranger' or mailbox is not null) NOT VALID;--> statement-breakpoint
ALTER TABLE "letter" ADD CONSTRAINT "letter_digested" CHECK ((status = 'digested') = (digest_id is not null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "letter" ADD CONSTRAINT "letter_status_check" CHECK ("status" in ('queued', 'sent', 'stored', 'overtaken', 'held', 'digested', 'refused')) NOT VALID;--> statement-breakpoint
ALTER TABLE "ticket_entry" ADD CONSTRAINT "ticket_entry_event_check" CHECK ("event" in ('received', 'solved', 'closed', 'closed_unanswered', 'reopened', 'author_confirmed', 'author_denied')) NOT VALID;