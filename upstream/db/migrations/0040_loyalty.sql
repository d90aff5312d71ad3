ALTER TABLE "exchange_order" ADD COLUMN "loyalty_terms" jsonb;--> statement-breakpoint
ALTER TABLE "exchange_order" ADD COLUMN "usd_rate" text;--> statement-breakpoint
ALTER TABLE "exchange_order" ADD COLUMN "completed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "exchange_order" ADD COLUMN "turnover_cents" numeric(38,0);--> statement-breakpoint
CREATE INDEX "order_owner_completed" ON "exchange_order" USING btree ("owner_id","completed_at") WHERE status = 'completed';