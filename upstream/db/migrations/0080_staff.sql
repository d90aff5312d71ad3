CREATE TABLE "checker_approval" (
	"id" text PRIMARY KEY NOT NULL,
	"entry_id" text,
	"movement_id" text,
	"command_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "checker_approval_about" CHECK (num_nonnulls(entry_id, movement_id) > 0)
);
--> statement-breakpoint
CREATE TABLE "maker_entry" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"about" text NOT NULL,
	"subject" text NOT NULL,
	"actor" text NOT NULL,
	"audit_id" text NOT NULL,
	"command_id" text,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "maker_entry_kind_check" CHECK ("kind" in ('wallet_credit', 'deposit_assigned', 'payin_confirmed', 'payout_returned', 'refund_redirected', 'quoted_rate', 'price', 'promo', 'partner_rate', 'unclaimed_payout', 'freeze_lifted', 'withdrawal_let_go', 'staff_added', 'staff_removed')),
	CONSTRAINT "maker_entry_about_check" CHECK ("about" in ('member', 'order', 'pair', 'asset', 'promo', 'partner', 'movement', 'staff'))
);
--> statement-breakpoint
CREATE TABLE "signed_command" (
	"id" text PRIMARY KEY NOT NULL,
	"credential_id" text NOT NULL,
	"payload" text NOT NULL,
	"signature" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "staff_role_check" CHECK ("role" in ('operator', 'approver', 'owner')),
	CONSTRAINT "staff_named" CHECK (length(trim(name)) between 2 and 60)
);
--> statement-breakpoint
CREATE TABLE "staff_credential" (
	"id" text PRIMARY KEY NOT NULL,
	"staff_id" text NOT NULL,
	"kind" text NOT NULL,
	"public_key" text NOT NULL,
	"seq" integer GENERATED ALWAYS AS IDENTITY (sequence name "staff_credential_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone NOT NULL,
	"added_by" text,
	CONSTRAINT "staff_credential_kind_check" CHECK ("kind" in ('ed25519'))
);
--> statement-breakpoint
CREATE TABLE "staff_removal" (
	"id" text PRIMARY KEY NOT NULL,
	"staff_id" text NOT NULL,
	"credential_id" text,
	"at" timestamp (3) with time zone NOT NULL,
	"removed_by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "command_id" text;--> statement-breakpoint
ALTER TABLE "checker_approval" ADD CONSTRAINT "checker_approval_entry_id_maker_entry_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."maker_entry"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checker_approval" ADD CONSTRAINT "checker_approval_command_id_signed_command_id_fk" FOREIGN KEY ("command_id") REFERENCES "public"."signed_command"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "maker_entry" ADD CONSTRAINT "maker_entry_command_id_signed_command_id_fk" FOREIGN KEY ("command_id") REFERENCES "public"."signed_command"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signed_command" ADD CONSTRAINT "signed_command_credential_id_staff_credential_id_fk" FOREIGN KEY ("credential_id") REFERENCES "public"."staff_credential"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_credential" ADD CONSTRAINT "staff_credential_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_credential" ADD CONSTRAINT "staff_credential_added_by_signed_command_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."signed_command"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_removal" ADD CONSTRAINT "staff_removal_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_removal" ADD CONSTRAINT "staff_removal_credential_id_staff_credential_id_fk" FOREIGN KEY ("credential_id") REFERENCES "public"."staff_credential"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_removal" ADD CONSTRAINT "staff_removal_removed_by_signed_command_id_fk" FOREIGN KEY ("removed_by") REFERENCES "public"."signed_command"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "checker_approval_entry" ON "checker_approval" USING btree ("entry_id");--> statement-breakpoint
CREATE INDEX "checker_approval_movement" ON "checker_approval" USING btree ("movement_id");--> statement-breakpoint
CREATE INDEX "maker_entry_subject" ON "maker_entry" USING btree ("about","subject");--> statement-breakpoint
CREATE INDEX "signed_command_at" ON "signed_command" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_name" ON "staff" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "staff_credential_key" ON "staff_credential" USING btree ("public_key");--> statement-breakpoint
CREATE INDEX "staff_credential_of" ON "staff_credential" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "staff_removal_of" ON "staff_removal" USING btree ("staff_id");--> statement-breakpoint
-- NOT VALID: no entry of before names a command; the next migration validates it without keeping others from writing.
ALTER TABLE "audit" ADD CONSTRAINT "audit_command_id_signed_command_id_fk" FOREIGN KEY ("command_id") REFERENCES "public"."signed_command"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
-- Staff are added by commands that staff have signed. Only the first of all, and what the database's owner adds after keys
-- were lost, has no signature.
CREATE FUNCTION staff_credential_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('staff', 0));
  IF NEW.added_by IS NULL AND EXISTS (SELECT 1 FROM staff_credential)
      AND NOT pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = 'staff_credential'::regclass), 'member') THEN
    RAISE EXCEPTION 'staff are added by a signed command, or by the owner of the database'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'staff_credential_signed';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER staff_credential_added BEFORE INSERT ON staff_credential
  FOR EACH ROW EXECUTE FUNCTION staff_credential_added();
