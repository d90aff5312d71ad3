CREATE TABLE "reconciliation_correction" (
	"id" text PRIMARY KEY NOT NULL,
	"rail" text NOT NULL,
	"what" text NOT NULL,
	"subject" text NOT NULL,
	"rail_asset" text,
	"rail_amount" numeric(78,0),
	"ledger_asset" text,
	"ledger_amount" numeric(78,0),
	"audit_id" text NOT NULL,
	CONSTRAINT "reconciliation_correction_what" CHECK (what in ('credit_not_booked', 'booked_without_credit', 'amount_differs', 'asset_differs', 'sent_without_rail', 'rail_without_sent', 'fee_differs', 'signed_unknown')),
	CONSTRAINT "reconciliation_correction_sides" CHECK ((rail_asset is null) = (rail_amount is null) and (ledger_asset is null) = (ledger_amount is null))
);
--> statement-breakpoint
ALTER TABLE "reconciliation_correction" ADD CONSTRAINT "reconciliation_correction_audit_id_audit_id_fk" FOREIGN KEY ("audit_id") REFERENCES "public"."audit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reconciliation_correction_rail" ON "reconciliation_correction" USING btree ("rail");