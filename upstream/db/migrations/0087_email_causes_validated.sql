-- Orders that belong to an account keep their emails with all details; whether their links were opened is not known.
UPDATE "exchange_order" SET "email_proof" = 'link' FROM "member"
  WHERE "member"."id" = "exchange_order"."owner_id" AND lower("member"."email") = lower("exchange_order"."email");--> statement-breakpoint
-- Tickets whose address was proven were their writers' until now.
UPDATE "ticket" SET "is_author" = true WHERE "email_confirmed";--> statement-breakpoint
ALTER TABLE "exchange_order" VALIDATE CONSTRAINT "exchange_order_email_proof_check";--> statement-breakpoint
ALTER TABLE "letter" VALIDATE CONSTRAINT "letter_cause_check";--> statement-breakpoint
ALTER TABLE "letter" VALIDATE CONSTRAINT "letter_mailbox";--> statement-breakpoint
ALTER TABLE "letter" VALIDATE CONSTRAINT "letter_digested";--> statement-breakpoint
ALTER TABLE "letter" VALIDATE CONSTRAINT "letter_status_check";--> statement-breakpoint
ALTER TABLE "ticket_entry" VALIDATE CONSTRAINT "ticket_entry_event_check";
