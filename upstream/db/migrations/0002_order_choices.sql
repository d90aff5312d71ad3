ALTER TABLE "exchange_order" ADD COLUMN "surplus_back" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "exchange_order" ADD COLUMN "wrong_refund_account" text;