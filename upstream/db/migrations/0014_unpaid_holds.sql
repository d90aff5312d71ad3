CREATE TABLE "unpaid_day" (
	"day" text NOT NULL,
	"party" text NOT NULL,
	"asset" text NOT NULL,
	"amount" numeric(38,0) NOT NULL,
	CONSTRAINT "unpaid_day_day_party_asset_pk" PRIMARY KEY("day","party","asset")
);
--> statement-breakpoint
CREATE TABLE "unpaid_hold" (
	"order_ref" text PRIMARY KEY NOT NULL,
	"asset" text NOT NULL,
	"amount" numeric(38,0) NOT NULL,
	"network" text NOT NULL,
	"email" text NOT NULL,
	"member_id" text,
	"is_covered" boolean NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "gateway_payment" ADD COLUMN "confirmations" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "gateway_payment" ADD COLUMN "reported_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "unpaid_hold_asset" ON "unpaid_hold" USING btree ("asset","since");--> statement-breakpoint
CREATE INDEX "sandbox_step_order" ON "sandbox_step" USING btree ("order_ref");