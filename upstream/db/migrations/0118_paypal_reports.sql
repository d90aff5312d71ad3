CREATE TABLE "paypal_import" (
	"number" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "paypal_import_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"digest" "bytea" NOT NULL,
	"from_at" timestamp (3) with time zone NOT NULL,
	"until_at" timestamp (3) with time zone NOT NULL,
	"lines" integer NOT NULL,
	"imported_by" text NOT NULL,
	"imported_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "paypal_import_time" CHECK (from_at < until_at),
	CONSTRAINT "paypal_import_digest" CHECK (octet_length(digest) = 32)
);
--> statement-breakpoint
CREATE TABLE "paypal_line" (
	"number" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "paypal_line_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"import" integer NOT NULL,
	"position" integer NOT NULL,
	"tx" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"currency" text NOT NULL,
	"gross" numeric(38,0) NOT NULL,
	"fee" numeric(38,0) NOT NULL,
	"account" text,
	"reference" text,
	"balance" numeric(38,0),
	"replaced_by" integer
);
--> statement-breakpoint
ALTER TABLE "paypal_entry" ADD COLUMN "has_other_payer" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "paypal_entry" ADD COLUMN "line" integer;--> statement-breakpoint
ALTER TABLE "reconciliation" ADD COLUMN "covers_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "paypal_line" ADD CONSTRAINT "paypal_line_import_paypal_import_number_fk" FOREIGN KEY ("import") REFERENCES "public"."paypal_import"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paypal_line" ADD CONSTRAINT "paypal_line_replaced_by_paypal_import_number_fk" FOREIGN KEY ("replaced_by") REFERENCES "public"."paypal_import"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "paypal_import_once" ON "paypal_import" USING btree ("digest","from_at","until_at");--> statement-breakpoint
CREATE UNIQUE INDEX "paypal_line_current" ON "paypal_line" USING btree ("tx") WHERE replaced_by is null;--> statement-breakpoint
CREATE INDEX "paypal_line_at" ON "paypal_line" USING btree ("at");--> statement-breakpoint
CREATE INDEX "paypal_line_import" ON "paypal_line" USING btree ("import");--> statement-breakpoint
ALTER TABLE "paypal_entry" ADD CONSTRAINT "paypal_entry_line_paypal_line_number_fk" FOREIGN KEY ("line") REFERENCES "public"."paypal_line"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "paypal_entry_line" ON "paypal_entry" USING btree ("line");
--> statement-breakpoint
-- What PayPal's report has said stays: a line that has changed is another row, and only its account is emptied.
CREATE FUNCTION paypal_line_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (to_jsonb(new) - 'replaced_by' - 'account') IS DISTINCT FROM (to_jsonb(old) - 'replaced_by' - 'account')
    OR (old.replaced_by IS NOT NULL AND new.replaced_by IS DISTINCT FROM old.replaced_by)
    OR (new.account IS DISTINCT FROM old.account AND (old.account IS NULL OR new.account IS DISTINCT FROM ''))
  THEN
    RAISE EXCEPTION 'the line % of a report does not change', old.number
      USING ERRCODE = 'check_violation', CONSTRAINT = 'paypal_line_stays';
  END IF;
  RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER paypal_line_stays BEFORE UPDATE ON paypal_line FOR EACH ROW EXECUTE FUNCTION paypal_line_stays();
--> statement-breakpoint
-- What an entry was accepted from, and what was said of its payer, stays with it.
CREATE OR REPLACE FUNCTION paypal_entry_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (new.id, new.task, new.kind, new.tx, new.of_tx, new.amount, new.fee, new.has_other_payer, new.line, new.at, new.entered_by, new.entered_at, new.command_id, new.needs_second)
      IS DISTINCT FROM (old.id, old.task, old.kind, old.tx, old.of_tx, old.amount, old.fee, old.has_other_payer, old.line, old.at, old.entered_by, old.entered_at, old.command_id, old.needs_second)
    OR (old.state <> 'waiting' AND (new.state, new.decided_by, new.decided_at, new.decision_id)
      IS DISTINCT FROM (old.state, old.decided_by, old.decided_at, old.decision_id))
  THEN
    RAISE EXCEPTION 'the entry % does not change', old.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'paypal_entry_stays';
  END IF;
  RETURN new;
END $$;
