CREATE TABLE "promo_use" (
	"order_ref" text PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reserve_request" (
	"id" text PRIMARY KEY NOT NULL,
	"pair_id" text NOT NULL,
	"amount" numeric(38,0) NOT NULL,
	"email" text NOT NULL,
	"language" text NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"told_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "promo" ADD COLUMN "uses_per_email" integer;--> statement-breakpoint
ALTER TABLE "promo" ADD COLUMN "new_users_only" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "promo" ADD COLUMN "stopped_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "exchange_order" ADD COLUMN "promo_terms" jsonb;--> statement-breakpoint
ALTER TABLE "exchange_order" ADD COLUMN "promo_refused" jsonb;--> statement-breakpoint
CREATE INDEX "promo_use_code" ON "promo_use" USING btree ("code");--> statement-breakpoint
CREATE UNIQUE INDEX "reserve_request_once" ON "reserve_request" USING btree ("pair_id",lower("email")) WHERE told_at is null;--> statement-breakpoint
CREATE INDEX "order_email" ON "exchange_order" USING btree (lower("email"));