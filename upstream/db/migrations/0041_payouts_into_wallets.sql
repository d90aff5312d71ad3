ALTER TABLE "exchange_order" ADD COLUMN "payout_to_wallet" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "exchange_order" ADD COLUMN "refund_to_wallet" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "wallet_settling" ADD COLUMN "taken" numeric(38,0) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "wallet_settling" ADD COLUMN "owed" numeric(38,0) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "wallet_settling" ADD CONSTRAINT "wallet_settling_taken" CHECK (taken >= 0 and owed >= 0 and taken + owed <= amount);