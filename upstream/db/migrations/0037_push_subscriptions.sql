CREATE TABLE "push_subscription" (
	"id" text PRIMARY KEY NOT NULL,
	"order_ref" text NOT NULL,
	"endpoint_hash" text NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"vapid_key" text NOT NULL,
	"language" text NOT NULL,
	"told" text,
	"compared_version" integer NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "push_subscription_language_check" CHECK ("language" in ('en', 'ru')),
	CONSTRAINT "push_subscription_retry" CHECK (failures >= 0 and (failures > 0) = (next_try_at is not null))
);
--> statement-breakpoint
ALTER TABLE "push_subscription" ADD CONSTRAINT "push_subscription_order_ref_exchange_order_ref_fk" FOREIGN KEY ("order_ref") REFERENCES "public"."exchange_order"("ref") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "push_subscription_once" ON "push_subscription" USING btree ("order_ref","endpoint_hash");--> statement-breakpoint
CREATE INDEX "push_subscription_created" ON "push_subscription" USING btree ("created_at");