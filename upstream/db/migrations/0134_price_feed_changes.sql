ALTER TABLE "price_feed" DROP CONSTRAINT "price_feed_fault_check";--> statement-breakpoint
ALTER TABLE "feed_price" ADD COLUMN "observed" text;--> statement-breakpoint
ALTER TABLE "price_feed" ADD COLUMN "changed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "feed_price" ADD CONSTRAINT "feed_price_observed" CHECK (observed ~ '^[0-9a-f]{64}$');--> statement-breakpoint
ALTER TABLE "price_feed" ADD CONSTRAINT "price_feed_fault_check" CHECK ("fault" in ('timeout', 'connection', 'status', 'content_type', 'too_large', 'format', 'unchanged'));