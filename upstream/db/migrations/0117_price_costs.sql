ALTER TABLE "asset" ADD COLUMN "cost_in" numeric(38,0) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "asset" ADD COLUMN "cost_in_bps" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "asset" ADD COLUMN "cost_out" numeric(38,0) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "asset" ADD COLUMN "cost_out_bps" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "pair" ADD COLUMN "margin_tiers" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "exchange_order" ADD COLUMN "cost_terms" jsonb;--> statement-breakpoint
ALTER TABLE "asset" ADD CONSTRAINT "asset_costs" CHECK (cost_in >= 0 and cost_out >= 0 and cost_in_bps between 0 and 4000 and cost_out_bps between 0 and 4000);