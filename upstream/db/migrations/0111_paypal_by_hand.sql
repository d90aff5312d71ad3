CREATE TABLE "paypal_entry" (
	"id" text PRIMARY KEY NOT NULL,
	"task" integer NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"tx" text,
	"of_tx" text,
	"amount" numeric(38,0),
	"fee" numeric(38,0),
	"at" timestamp (3) with time zone NOT NULL,
	"entered_by" text NOT NULL,
	"entered_at" timestamp (3) with time zone NOT NULL,
	"command_id" text,
	"needs_second" boolean NOT NULL,
	"decided_by" text,
	"decided_at" timestamp (3) with time zone,
	"decision_id" text,
	"is_told" boolean DEFAULT false NOT NULL,
	CONSTRAINT "paypal_entry_kind_check" CHECK ("kind" in ('paid', 'not_paid', 'received', 'returned', 'refunded')),
	CONSTRAINT "paypal_entry_state_check" CHECK ("state" in ('waiting', 'confirmed', 'refused')),
	CONSTRAINT "paypal_entry_money" CHECK ((kind = 'not_paid') = (tx is null) and num_nonnulls(tx, amount, fee) in (0, 3)),
	CONSTRAINT "paypal_entry_tx_form" CHECK (tx ~ '^[A-Z0-9]{17}$'),
	CONSTRAINT "paypal_entry_amounts" CHECK (amount > 0 and fee >= 0),
	CONSTRAINT "paypal_entry_of" CHECK ((kind in ('returned', 'refunded')) = (of_tx is not null)),
	CONSTRAINT "paypal_entry_decided" CHECK ((state = 'waiting') = (decided_by is null) and (decided_by is null) = (decided_at is null)),
	CONSTRAINT "paypal_entry_second" CHECK (not needs_second or state <> 'confirmed' or decided_by <> entered_by)
);
--> statement-breakpoint
CREATE TABLE "paypal_picture" (
	"entry_id" text PRIMARY KEY NOT NULL,
	"image" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "paypal_task" (
	"number" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "paypal_task_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 101 CACHE 1),
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"movement_id" text,
	"order_ref" text,
	"asset" text NOT NULL,
	"amount" numeric(38,0) NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"claimed_by" text,
	"claimed_until" timestamp (3) with time zone,
	"invoice_number" text,
	"invoice_url" text,
	"sent_at" timestamp (3) with time zone,
	"withdrawn_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"reason" text,
	CONSTRAINT "paypal_task_kind_check" CHECK ("kind" in ('pay', 'refund', 'invoice', 'cancel_invoice')),
	CONSTRAINT "paypal_task_state_check" CHECK ("state" in ('open', 'claimed', 'entered', 'sent', 'done', 'failed', 'dropped')),
	CONSTRAINT "paypal_task_amount" CHECK (amount > 0),
	CONSTRAINT "paypal_task_subject" CHECK ((kind in ('pay', 'refund')) = (movement_id is not null) and (kind in ('invoice', 'cancel_invoice')) = (order_ref is not null)),
	CONSTRAINT "paypal_task_claim" CHECK ((claimed_by is null) = (claimed_until is null)),
	CONSTRAINT "paypal_task_claimed" CHECK (state not in ('claimed', 'entered') or claimed_by is not null),
	CONSTRAINT "paypal_task_open" CHECK (state <> 'open' or claimed_by is null),
	CONSTRAINT "paypal_task_sent" CHECK (state <> 'sent' or (kind = 'invoice' and sent_at is not null)),
	CONSTRAINT "paypal_task_ended" CHECK ((state in ('done', 'failed', 'dropped')) = (ended_at is not null)),
	CONSTRAINT "paypal_task_reason" CHECK ((state = 'failed') = (reason is not null))
);
--> statement-breakpoint
ALTER TABLE "paypal_entry" ADD CONSTRAINT "paypal_entry_task_paypal_task_number_fk" FOREIGN KEY ("task") REFERENCES "public"."paypal_task"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paypal_entry" ADD CONSTRAINT "paypal_entry_command_id_signed_command_id_fk" FOREIGN KEY ("command_id") REFERENCES "public"."signed_command"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paypal_entry" ADD CONSTRAINT "paypal_entry_decision_id_signed_command_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."signed_command"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paypal_picture" ADD CONSTRAINT "paypal_picture_entry_id_paypal_entry_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."paypal_entry"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paypal_task" ADD CONSTRAINT "paypal_task_movement_id_outgoing_id_fk" FOREIGN KEY ("movement_id") REFERENCES "public"."outgoing"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paypal_task" ADD CONSTRAINT "paypal_task_order_ref_exchange_order_ref_fk" FOREIGN KEY ("order_ref") REFERENCES "public"."exchange_order"("ref") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "paypal_entry_tx" ON "paypal_entry" USING btree ("tx") WHERE state <> 'refused';--> statement-breakpoint
CREATE UNIQUE INDEX "paypal_entry_paid" ON "paypal_entry" USING btree ("task") WHERE kind = 'paid' and state <> 'refused';--> statement-breakpoint
CREATE INDEX "paypal_entry_task" ON "paypal_entry" USING btree ("task");--> statement-breakpoint
CREATE INDEX "paypal_entry_untold" ON "paypal_entry" USING btree ("entered_at") WHERE not is_told;--> statement-breakpoint
CREATE UNIQUE INDEX "paypal_task_movement" ON "paypal_task" USING btree ("movement_id");--> statement-breakpoint
CREATE UNIQUE INDEX "paypal_task_order" ON "paypal_task" USING btree ("order_ref","kind");--> statement-breakpoint
CREATE INDEX "paypal_task_unfinished" ON "paypal_task" USING btree ("due_at") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "paypal_task_done" ON "paypal_task" USING btree ("kind","ended_at") WHERE state = 'done';--> statement-breakpoint
-- What a task asks for stays, and one that has ended has ended.
CREATE FUNCTION paypal_task_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (new.number, new.kind, new.movement_id, new.order_ref, new.asset, new.amount, new.created_at)
      IS DISTINCT FROM (old.number, old.kind, old.movement_id, old.order_ref, old.asset, old.amount, old.created_at)
    OR (old.ended_at IS NOT NULL AND (new.state, new.ended_at) IS DISTINCT FROM (old.state, old.ended_at))
  THEN
    RAISE EXCEPTION 'what the task % asks for, and its end, do not change', old.number
      USING ERRCODE = 'check_violation', CONSTRAINT = 'paypal_task_stays';
  END IF;
  RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER paypal_task_stays BEFORE UPDATE ON paypal_task FOR EACH ROW EXECUTE FUNCTION paypal_task_stays();
--> statement-breakpoint
-- What a person has entered stays as it was entered, and so does the decision about it.
CREATE FUNCTION paypal_entry_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (new.id, new.task, new.kind, new.tx, new.of_tx, new.amount, new.fee, new.at, new.entered_by, new.entered_at, new.command_id, new.needs_second)
      IS DISTINCT FROM (old.id, old.task, old.kind, old.tx, old.of_tx, old.amount, old.fee, old.at, old.entered_by, old.entered_at, old.command_id, old.needs_second)
    OR (old.state <> 'waiting' AND (new.state, new.decided_by, new.decided_at, new.decision_id)
      IS DISTINCT FROM (old.state, old.decided_by, old.decided_at, old.decision_id))
  THEN
    RAISE EXCEPTION 'the entry % does not change', old.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'paypal_entry_stays';
  END IF;
  RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER paypal_entry_stays BEFORE UPDATE ON paypal_entry FOR EACH ROW EXECUTE FUNCTION paypal_entry_stays();
