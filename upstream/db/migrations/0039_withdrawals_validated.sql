ALTER TABLE "outgoing" VALIDATE CONSTRAINT "outgoing_withdrawal_id_withdrawal_id_fk";--> statement-breakpoint
ALTER TABLE "email_code" VALIDATE CONSTRAINT "email_code_purpose_check";--> statement-breakpoint
ALTER TABLE "email_code" VALIDATE CONSTRAINT "email_code_subject";--> statement-breakpoint
ALTER TABLE "security_event" VALIDATE CONSTRAINT "security_event_event_check";
