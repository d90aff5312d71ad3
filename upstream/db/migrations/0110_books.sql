CREATE TABLE "asset_price" (
	"asset" text NOT NULL,
	"currency" text NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"price" text NOT NULL,
	CONSTRAINT "asset_price_asset_currency_hour_pk" PRIMARY KEY("asset","currency","hour"),
	CONSTRAINT "asset_price_value" CHECK (price::numeric > 0)
);
--> statement-breakpoint
CREATE TABLE "closed_day" (
	"day" text PRIMARY KEY NOT NULL,
	"page" jsonb NOT NULL,
	"audit_id" text NOT NULL,
	CONSTRAINT "closed_day_named" CHECK (day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$')
);
--> statement-breakpoint
ALTER TABLE "closed_day" ADD CONSTRAINT "closed_day_audit_id_audit_id_fk" FOREIGN KEY ("audit_id") REFERENCES "public"."audit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- What is known of the past: the rates of pairs into a currency, as they were recorded.
INSERT INTO "asset_price" ("asset", "currency", "hour", "price")
  SELECT DISTINCT ON (p.from_asset, p.to_asset, h.hour) p.from_asset, p.to_asset, h.hour, h.reference_rate
    FROM "rate_history" h JOIN "pair" p ON p.id = h.pair_id
    WHERE p.to_asset IN ('paypal-usd', 'paypal-eur') AND h.reference_rate::numeric > 0
    ORDER BY p.from_asset, p.to_asset, h.hour, p.sort;
