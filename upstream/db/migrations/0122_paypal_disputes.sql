ALTER TABLE "paypal_entry" DROP CONSTRAINT "paypal_entry_kind_check";--> statement-breakpoint
ALTER TABLE "paypal_entry" DROP CONSTRAINT "paypal_entry_money";--> statement-breakpoint
ALTER TABLE "paypal_entry" DROP CONSTRAINT "paypal_entry_of";--> statement-breakpoint
ALTER TABLE "paypal_entry" ADD COLUMN "case_id" text;--> statement-breakpoint
ALTER TABLE "paypal_entry" ADD COLUMN "answer_by" timestamp (3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "paypal_entry_case_opened" ON "paypal_entry" USING btree ("case_id") WHERE kind = 'disputed' and state <> 'refused';--> statement-breakpoint
CREATE UNIQUE INDEX "paypal_entry_case_ended" ON "paypal_entry" USING btree ("case_id") WHERE kind in ('dispute_won', 'dispute_lost') and state <> 'refused';--> statement-breakpoint
ALTER TABLE "paypal_entry" ADD CONSTRAINT "paypal_entry_case" CHECK ((kind in ('disputed', 'dispute_answered', 'dispute_won', 'dispute_lost')) = (case_id is not null) and case_id ~ '^[A-Z0-9-]{1,40}$');--> statement-breakpoint
ALTER TABLE "paypal_entry" ADD CONSTRAINT "paypal_entry_answer_by" CHECK ((kind <> 'disputed' or answer_by is not null) and (kind in ('disputed', 'dispute_answered') or answer_by is null));--> statement-breakpoint
ALTER TABLE "paypal_entry" ADD CONSTRAINT "paypal_entry_kind_check" CHECK ("kind" in ('paid', 'not_paid', 'received', 'returned', 'refunded', 'disputed', 'dispute_answered', 'dispute_won', 'dispute_lost'));--> statement-breakpoint
ALTER TABLE "paypal_entry" ADD CONSTRAINT "paypal_entry_money" CHECK ((kind in ('paid', 'received', 'returned', 'refunded')) = (tx is not null) and (tx is null) = (fee is null) and (kind = 'not_paid') = (amount is null));--> statement-breakpoint
ALTER TABLE "paypal_entry" ADD CONSTRAINT "paypal_entry_of" CHECK ((kind in ('paid', 'received', 'not_paid')) = (of_tx is null));
--> statement-breakpoint
-- What was entered of a case at PayPal stays with it.
CREATE OR REPLACE FUNCTION paypal_entry_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (new.id, new.task, new.kind, new.tx, new.of_tx, new.case_id, new.answer_by, new.amount, new.fee, new.has_other_payer, new.line, new.at, new.entered_by, new.entered_at, new.command_id, new.needs_second)
      IS DISTINCT FROM (old.id, old.task, old.kind, old.tx, old.of_tx, old.case_id, old.answer_by, old.amount, old.fee, old.has_other_payer, old.line, old.at, old.entered_by, old.entered_at, old.command_id, old.needs_second)
    OR (old.state <> 'waiting' AND (new.state, new.decided_by, new.decided_at, new.decision_id)
      IS DISTINCT FROM (old.state, old.decided_by, old.decided_at, old.decision_id))
  THEN
    RAISE EXCEPTION 'the entry % does not change', old.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'paypal_entry_stays';
  END IF;
  RETURN new;
END $$;
