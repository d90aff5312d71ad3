ALTER TABLE "outgoing" ADD COLUMN "alarm" text;--> statement-breakpoint
ALTER TABLE "outgoing" ADD COLUMN "other_tx_id" text;