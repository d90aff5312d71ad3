CREATE TABLE "reconciliation" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "reconciliation_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"rail" text NOT NULL,
	"state" text NOT NULL,
	"block" bigint,
	"why" text,
	"assets" text[] NOT NULL,
	"credits" integer NOT NULL,
	"sendings" integer NOT NULL,
	"addresses" integer NOT NULL,
	"differences" integer NOT NULL,
	"differences_hash" text,
	"is_news" boolean NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "reconciliation_state_check" CHECK ("state" in ('matched', 'differs', 'unavailable')),
	CONSTRAINT "reconciliation_result" CHECK ((state = 'unavailable') = (why is not null) and (state = 'differs') = (differences > 0))
);
--> statement-breakpoint
CREATE TABLE "reconciliation_difference" (
	"run_id" text NOT NULL,
	"number" integer NOT NULL,
	"what" text NOT NULL,
	"subject" text NOT NULL,
	"rail_asset" text,
	"rail_amount" numeric(78,0),
	"ledger_asset" text,
	"ledger_amount" numeric(78,0),
	CONSTRAINT "reconciliation_difference_run_id_number_pk" PRIMARY KEY("run_id","number"),
	CONSTRAINT "reconciliation_difference_what_check" CHECK ("what" in ('credit_not_booked', 'booked_without_credit', 'amount_differs', 'asset_differs', 'sent_without_rail', 'rail_without_sent', 'fee_differs', 'balance_unexplained', 'held_open', 'signed_unknown')),
	CONSTRAINT "reconciliation_difference_sides" CHECK ((rail_asset is null) = (rail_amount is null) and (ledger_asset is null) = (ledger_amount is null))
);
--> statement-breakpoint
ALTER TABLE "reconciliation_difference" ADD CONSTRAINT "reconciliation_difference_run_id_reconciliation_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."reconciliation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reconciliation_rail" ON "reconciliation" USING btree ("rail","seq");