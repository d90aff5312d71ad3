CREATE TABLE "sandbox_invoice" (
	"id" text PRIMARY KEY NOT NULL,
	"order_ref" text NOT NULL,
	"asset" text NOT NULL,
	"amount" numeric(38,0) NOT NULL,
	"payer" text,
	"is_cancelled" boolean NOT NULL,
	"payments" jsonb NOT NULL,
	"refunds" jsonb NOT NULL,
	"version" integer NOT NULL,
	"reported" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "exchange_order" ADD COLUMN "disputes" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "exchange_order" ADD COLUMN "payin_closed_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_invoice_order" ON "sandbox_invoice" USING btree ("order_ref");