CREATE TABLE "first_word" (
	"id" text PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"staff_id" text NOT NULL,
	"name" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"used_by" text,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "first_word_used" CHECK ((used_by is null) = (used_at is null) and used_by is distinct from staff_id)
);
--> statement-breakpoint
CREATE TABLE "screening_account" (
	"list" text NOT NULL,
	"entry" text NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "screening_check" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "screening_check_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"subject_kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"occasion" text NOT NULL,
	"fields" text[] NOT NULL,
	"lists" jsonb NOT NULL,
	"result" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "screening_check_subject_kind_check" CHECK ("subject_kind" in ('order', 'deposit', 'movement', 'address', 'member')),
	CONSTRAINT "screening_check_occasion_check" CHECK ("occasion" in ('execute', 'payment', 'account', 'credit', 'payout', 'list')),
	CONSTRAINT "screening_check_result_check" CHECK ("result" in ('clear', 'hit', 'cleared'))
);
--> statement-breakpoint
CREATE TABLE "screening_entry" (
	"list" text NOT NULL,
	"id" text NOT NULL,
	"kind" text NOT NULL,
	"names" text[] NOT NULL,
	"births" text[] NOT NULL,
	"accounts" text[] NOT NULL,
	"fingerprint" text NOT NULL,
	CONSTRAINT "screening_entry_list_id_pk" PRIMARY KEY("list","id"),
	CONSTRAINT "screening_entry_kind_check" CHECK ("kind" in ('person', 'entity', 'other'))
);
--> statement-breakpoint
CREATE TABLE "screening_hit" (
	"id" text PRIMARY KEY NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"customer" text NOT NULL,
	"list" text NOT NULL,
	"entry" text NOT NULL,
	"fingerprint" text NOT NULL,
	"field" text NOT NULL,
	"score" integer NOT NULL,
	"state" text NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"decided_by" text,
	"decided_at" timestamp (3) with time zone,
	"reason" text,
	CONSTRAINT "screening_hit_subject_kind_check" CHECK ("subject_kind" in ('order', 'deposit', 'movement', 'address', 'member')),
	CONSTRAINT "screening_hit_state_check" CHECK ("state" in ('open', 'cleared', 'confirmed')),
	CONSTRAINT "screening_hit_field_check" CHECK ("field" in ('name', 'account', 'block')),
	CONSTRAINT "screening_hit_score" CHECK (score between 0 and 100),
	CONSTRAINT "screening_hit_decided" CHECK ((state = 'open') = (decided_by is null) and (state = 'open') = (decided_at is null))
);
--> statement-breakpoint
CREATE TABLE "screening_import" (
	"id" text PRIMARY KEY NOT NULL,
	"list" text NOT NULL,
	"format" text NOT NULL,
	"list_date" text NOT NULL,
	"entries" integer NOT NULL,
	"sha256" text NOT NULL,
	"imported_by" text NOT NULL,
	"imported_at" timestamp (3) with time zone NOT NULL,
	"replaced_at" timestamp (3) with time zone,
	"rescan_stage" text,
	"rescan_after" text,
	CONSTRAINT "screening_import_format_check" CHECK ("format" in ('ofac', 'ofac_advanced', 'ofac_csv', 'eu', 'un', 'plain')),
	CONSTRAINT "screening_import_entries" CHECK (entries >= 0 and list_date ~ '^\d{4}-\d{2}-\d{2}$')
);
--> statement-breakpoint
ALTER TABLE "party_block" DROP CONSTRAINT "party_block_kind_check";--> statement-breakpoint
ALTER TABLE "account" DROP CONSTRAINT "account_rules";--> statement-breakpoint
ALTER TABLE "deposit" DROP CONSTRAINT "deposit_status_check";--> statement-breakpoint
ALTER TABLE "deposit" DROP CONSTRAINT "deposit_final";--> statement-breakpoint
CREATE INDEX "first_word_open" ON "first_word" USING btree ("subject") WHERE used_at is null;--> statement-breakpoint
CREATE INDEX "screening_account_value" ON "screening_account" USING btree ("value");--> statement-breakpoint
CREATE INDEX "screening_account_list" ON "screening_account" USING btree ("list");--> statement-breakpoint
CREATE INDEX "screening_check_subject" ON "screening_check" USING btree ("subject_kind","subject_id");--> statement-breakpoint
CREATE UNIQUE INDEX "screening_hit_once" ON "screening_hit" USING btree ("subject_kind","subject_id","list","entry","fingerprint");--> statement-breakpoint
CREATE INDEX "screening_hit_customer" ON "screening_hit" USING btree ("customer");--> statement-breakpoint
CREATE INDEX "screening_hit_open" ON "screening_hit" USING btree ("due_at") WHERE state = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "screening_import_in_force" ON "screening_import" USING btree ("list") WHERE replaced_at is null;--> statement-breakpoint
ALTER TABLE "party_block" ADD CONSTRAINT "party_block_kind_check" CHECK ("kind" in ('email', 'domain', 'network', 'paypal', 'address', 'name')) NOT VALID;--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_rules" CHECK ((split_part(id, ':', 1), normal, floor) in (('assets', 'debit', 'cash'), ('shortfall', 'debit', 'available'), ('order', 'credit', 'available'), ('wrong', 'credit', 'available'), ('reserve', 'credit', 'available'), ('member', 'credit', 'available'), ('affiliate', 'credit', 'available'), ('unclaimed', 'credit', 'available'), ('checking', 'credit', 'available')) and order_ref is not distinct from
    case when split_part(id, ':', 1) in ('order', 'wrong') then split_part(id, ':', 2) end) NOT VALID;--> statement-breakpoint
ALTER TABLE "deposit" ADD CONSTRAINT "deposit_status_check" CHECK ("status" in ('pending', 'collecting', 'credited', 'unclaimed', 'returned', 'gone', 'taken_back', 'checking')) NOT VALID;--> statement-breakpoint
ALTER TABLE "deposit" ADD CONSTRAINT "deposit_final" CHECK ((status in ('collecting', 'credited', 'unclaimed', 'returned', 'taken_back', 'checking')) = (final_at is not null and times_final > 0)) NOT VALID;
