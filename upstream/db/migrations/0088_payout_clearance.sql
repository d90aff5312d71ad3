CREATE TABLE "payout_clearance" (
	"id" text PRIMARY KEY NOT NULL,
	"rule" text NOT NULL,
	"source" text NOT NULL,
	"destination" text NOT NULL,
	"caused_by" text NOT NULL,
	"proof" text NOT NULL,
	"member_id" text,
	"destination_key" text,
	"worth_usd" numeric(38,0),
	"usable_at" timestamp (3) with time zone,
	"limit_day" numeric(38,0),
	"limit_used" numeric(38,0),
	"second_person" text NOT NULL,
	"notice" text NOT NULL,
	"decided_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payout_clearance_policy" CHECK ((rule = 'to_trusted_account' and source in ('wallet') and destination = 'trusted' and caused_by in ('member') and proof in ('authenticator', 'email_code') and second_person in ('none', 'by_amount') and notice = 'account' and usable_at is null and limit_day is not null) or (rule = 'to_new_account' and source in ('wallet') and destination = 'new' and caused_by in ('member') and proof in ('authenticator', 'email_code') and second_person in ('none', 'by_amount') and notice = 'account' and usable_at is not null and limit_day is not null) or (rule = 'wallet_payment_redirected' and source in ('wallet') and destination = 'trusted' and caused_by in ('customer') and proof in ('order_link') and second_person in ('none', 'by_amount') and notice = 'order' and usable_at is null and limit_day is null) or (rule = 'refund_outside_wallet' and source in ('wallet') and destination = 'named' and caused_by in ('member', 'customer') and proof in ('authenticator', 'email_code', 'order_link') and second_person in ('by_amount') and notice = 'order' and usable_at is null and limit_day is null) or (rule = 'into_own_wallet' and source in ('wallet', 'order') and destination = 'own_wallet' and caused_by in ('member') and proof in ('none') and second_person in ('none') and notice = 'order' and usable_at is null and limit_day is null) or (rule = 'to_named_account' and source in ('order') and destination = 'named' and caused_by in ('customer') and proof in ('order_link') and second_person in ('none') and notice = 'order' and usable_at is null and limit_day is null) or (rule = 'to_payer' and source in ('order') and destination = 'payer' and caused_by in ('rail') and proof in ('none') and second_person in ('none') and notice = 'order' and usable_at is null and limit_day is null) or (rule = 'named_by_operator' and source in ('wallet', 'order') and destination = 'operator' and caused_by in ('operator') and proof in ('operator') and second_person in ('by_cause') and notice = 'order' and usable_at is null and limit_day is null) or (rule = 'gone_already' and source in ('wallet', 'order') and destination = 'gone' and caused_by in ('rail', 'operator') and proof in ('none') and second_person in ('none') and notice = 'order' and usable_at is null and limit_day is null) or (rule = 'sweep' and source in ('house') and destination = 'house' and caused_by in ('house') and proof in ('none') and second_person in ('none') and notice = 'none' and usable_at is null and limit_day is null) or (rule = 'confirmed_before' and source in ('wallet', 'order') and destination = 'named' and caused_by in ('earlier_version') and proof in ('unknown') and second_person in ('none') and notice = 'order' and usable_at is null and limit_day is null) or (rule = 'unconfirmed' and source in ('wallet', 'order') and destination = 'unconfirmed' and caused_by in ('house') and proof in ('none') and second_person in ('none') and notice = 'none' and usable_at is null and limit_day is null)),
	CONSTRAINT "payout_clearance_wait" CHECK (usable_at is null or usable_at <= decided_at),
	CONSTRAINT "payout_clearance_limit" CHECK (limit_used is null or limit_used <= limit_day or second_person = 'by_amount'),
	CONSTRAINT "payout_clearance_usage" CHECK (limit_day is null or (limit_used is not null and member_id is not null and destination_key is not null and worth_usd is not null))
);
--> statement-breakpoint
CREATE INDEX "payout_clearance_member" ON "payout_clearance" USING btree ("member_id","decided_at") WHERE member_id is not null;--> statement-breakpoint
CREATE INDEX "payout_clearance_destination" ON "payout_clearance" USING btree ("destination_key","decided_at") WHERE destination_key is not null;--> statement-breakpoint
-- What the policy has answered stays.
CREATE FUNCTION payout_clearance_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what was decided for % does not change', old.id
    USING ERRCODE = 'check_violation', CONSTRAINT = 'payout_clearance_stays';
END $$;
--> statement-breakpoint
CREATE TRIGGER payout_clearance_stays BEFORE UPDATE OR DELETE ON payout_clearance
  FOR EACH ROW EXECUTE FUNCTION payout_clearance_stays();
--> statement-breakpoint
-- Movements of before the policy.
INSERT INTO payout_clearance (id, rule, source, destination, caused_by, proof, second_person, notice, decided_at)
  SELECT id, CASE kind WHEN 'sweep' THEN 'sweep' ELSE 'confirmed_before' END,
      CASE kind WHEN 'sweep' THEN 'house' WHEN 'withdrawal' THEN 'wallet' ELSE 'order' END,
      CASE kind WHEN 'sweep' THEN 'house' ELSE 'named' END,
      CASE kind WHEN 'sweep' THEN 'house' ELSE 'earlier_version' END,
      CASE kind WHEN 'sweep' THEN 'none' ELSE 'unknown' END,
      'none', CASE kind WHEN 'sweep' THEN 'none' ELSE 'order' END, created_at
    FROM outgoing;
--> statement-breakpoint
-- An old process beside the new ones goes on for a day after the upgrade; a new database has none.
INSERT INTO audit (id, actor, action, subject, reason, details, at)
  SELECT 'aud_first:clearances', 'upgrade', 'payouts_cleared', 'payouts', 'from here on', '{}', now()
    WHERE EXISTS (SELECT 1 FROM exchange_order);
--> statement-breakpoint
-- What was confirmed for a movement must be what its clearance says: the account, who has confirmed it, and the proof.
CREATE FUNCTION outgoing_is_cleared() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  cleared public.payout_clearance;
BEGIN
  SELECT * INTO cleared FROM public.payout_clearance WHERE id = new.id;
  IF NOT FOUND THEN
    IF EXISTS (SELECT 1 FROM public.audit WHERE id = 'aud_first:clearances' AND at > now() - interval '1 day') THEN
      INSERT INTO public.payout_clearance
          (id, rule, source, destination, caused_by, proof, second_person, notice, decided_at)
        VALUES (new.id, CASE new.kind WHEN 'sweep' THEN 'sweep' ELSE 'confirmed_before' END,
          CASE new.kind WHEN 'sweep' THEN 'house' WHEN 'withdrawal' THEN 'wallet' ELSE 'order' END,
          CASE new.kind WHEN 'sweep' THEN 'house' ELSE 'named' END,
          CASE new.kind WHEN 'sweep' THEN 'house' ELSE 'earlier_version' END,
          CASE new.kind WHEN 'sweep' THEN 'none' ELSE 'unknown' END,
          'none', CASE new.kind WHEN 'sweep' THEN 'none' ELSE 'order' END, new.created_at);
    END IF;
    RETURN new;
  END IF;
  IF (new.kind = 'sweep') <> (cleared.rule = 'sweep')
    OR (cleared.destination = 'own_wallet') <> (new.rail = 'wallet')
    OR (cleared.destination = 'gone') <> (new.status <> 'sending')
    OR cleared.destination IN ('trusted', 'new', 'named', 'operator') AND cleared.caused_by <> 'earlier_version'
      AND NOT EXISTS (
        SELECT 1 FROM public.payout_destination d
          WHERE (d.order_ref = new.order_ref OR d.withdrawal_id = new.withdrawal_id
              OR new.kind = 'unclaimed_payout' AND to_jsonb(d)->>'unclaimed_payout_id' = new.id)
            AND (d.account, d.memo) IS NOT DISTINCT FROM (new.account, new.memo)
            AND (d.amount IS NULL OR d.amount = new.amount)
            AND d.confirmed_by = cleared.caused_by AND d.proof = cleared.proof)
  THEN
    RAISE EXCEPTION 'the payout % is not the one that was cleared', new.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'outgoing_is_cleared';
  END IF;
  RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER outgoing_is_cleared BEFORE INSERT ON outgoing FOR EACH ROW EXECUTE FUNCTION outgoing_is_cleared();
--> statement-breakpoint
ALTER TABLE "outgoing" ADD CONSTRAINT "outgoing_id_payout_clearance_id_fk" FOREIGN KEY ("id") REFERENCES "public"."payout_clearance"("id") ON DELETE no action ON UPDATE no action NOT VALID;
