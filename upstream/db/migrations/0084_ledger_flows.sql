-- First, since every change of an order begins there: taken in another order than writers do, the locks below would
-- deadlock with them.
LOCK TABLE "exchange_order" IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
LOCK TABLE "transfer" IN ACCESS EXCLUSIVE MODE;
--> statement-breakpoint
CREATE TABLE "account_closing" (
	"member_id" text PRIMARY KEY NOT NULL,
	"closed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_flow" (
	"code" text NOT NULL,
	"step" text NOT NULL,
	"debit" text NOT NULL,
	"credit" text NOT NULL,
	"cause" text NOT NULL,
	CONSTRAINT "ledger_flow_code_step_debit_credit_cause_pk" PRIMARY KEY("code","step","debit","credit","cause")
);
--> statement-breakpoint
ALTER TABLE "transfer" ADD COLUMN "payment_id" text;--> statement-breakpoint
ALTER TABLE "transfer" ADD COLUMN "outgoing_id" text;--> statement-breakpoint
ALTER TABLE "transfer" ADD COLUMN "deposit_id" text;--> statement-breakpoint
ALTER TABLE "transfer" ADD COLUMN "withdrawal_id" text;--> statement-breakpoint
ALTER TABLE "transfer" ADD COLUMN "reward_id" text;--> statement-breakpoint
ALTER TABLE "transfer" ADD COLUMN "affiliate_payout_id" text;--> statement-breakpoint
ALTER TABLE "transfer" ADD COLUMN "closing_id" text;--> statement-breakpoint
ALTER TABLE "transfer" ADD COLUMN "audit_id" text;--> statement-breakpoint
ALTER TABLE "transfer" ADD COLUMN "caused_by" text;--> statement-breakpoint
ALTER TABLE "transfer" ADD CONSTRAINT "transfer_one_cause" CHECK (num_nonnulls(coalesce(outgoing_id, order_ref), deposit_id, withdrawal_id, reward_id, affiliate_payout_id, closing_id,
        audit_id, caused_by) <= 1 and (payment_id is null or order_ref is not null));--> statement-breakpoint
-- The kind of an account in the table of flows: the first part of its name, and at rails the place where the money lies.
CREATE FUNCTION flow_account(id text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN split_part(id, ':', 1) <> 'assets' THEN split_part(id, ':', 1)
    WHEN right(split_part(id, ':', 2), 9) = '_deposits' THEN 'deposits'
    WHEN right(split_part(id, ':', 2), 9) = '_disputed' THEN 'disputed'
    ELSE 'rail'
  END
$$;
--> statement-breakpoint
-- What a transfer happens for, by the name that the code gives it: the one place that reads names. Nothing for our own money,
-- which an entry of the audit log explains.
CREATE FUNCTION cause_by_name(
  name text, code text, order_ref text,
  OUT payment_id text, OUT outgoing_id text, OUT deposit_id text, OUT withdrawal_id text, OUT reward_id text,
  OUT affiliate_payout_id text, OUT closing_id text, OUT audit_id text, OUT caused_by text
) LANGUAGE plpgsql AS $$
DECLARE
  base text := regexp_replace(name, ':shortfall$', '');
  head text := split_part(name, ':', 1);
  second text := nullif(split_part(name, ':', 2), '');
BEGIN
  CASE code
    WHEN 'payin', 'rail_fee' THEN
      IF order_ref IS NOT NULL AND head = 'payin' THEN
        payment_id := regexp_replace(regexp_replace(substr(base, 7), ':fee$', ''), ':again-[0-9]+$', '');
      END IF;
    WHEN 'network_fee' THEN
      IF base ~ ':(gas|gas:post|gas:void|network-fee|failed-fee)$' THEN
        outgoing_id := regexp_replace(base, ':(gas|gas:post|gas:void|network-fee|failed-fee)$', '');
      END IF;
    WHEN 'rebalance' THEN
      IF head = 'sweep' THEN outgoing_id := second;
      ELSIF head = 'deposit' AND order_ref IS NULL THEN deposit_id := second;
      END IF;
    WHEN 'deposit' THEN deposit_id := second;
    WHEN 'withdrawal', 'withdrawal_fee' THEN withdrawal_id := second;
    WHEN 'affiliate' THEN
      IF head = 'affiliate' THEN reward_id := second; ELSE affiliate_payout_id := second; END IF;
    WHEN 'given_up' THEN closing_id := second;
    WHEN 'unclaimed_payout' THEN outgoing_id := regexp_replace(second, ':shortfall$', '');
    WHEN 'adjustment' THEN
      IF head = 'wallet-correction' THEN audit_id := second; END IF;
    WHEN 'debt' THEN
      -- Named by the transfer that brought the money, or by the withdrawal that gave it back.
      IF head = 'withdrawal' THEN withdrawal_id := second;
      ELSE
        SELECT t.id INTO caused_by FROM public.transfer t
          WHERE t.id IN (regexp_replace(name, ':debt$', ''), regexp_replace(name, ':debt$', ':shortfall')) LIMIT 1;
      END IF;
    WHEN 'shortfall' THEN
      SELECT t.id INTO caused_by FROM public.transfer t WHERE t.id = regexp_replace(name, ':repayment$', '');
    ELSE NULL;
  END CASE;
END $$;
--> statement-breakpoint
-- The kind of a transfer's cause, as the table of flows names it.
CREATE FUNCTION cause_kind(moved public.transfer) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN moved.caused_by IS NOT NULL THEN 'transfer'
    WHEN moved.outgoing_id IS NOT NULL THEN 'movement'
    WHEN moved.payment_id IS NOT NULL THEN 'payment'
    WHEN moved.order_ref IS NOT NULL THEN 'order'
    WHEN moved.deposit_id IS NOT NULL THEN 'deposit'
    WHEN moved.withdrawal_id IS NOT NULL THEN 'withdrawal'
    WHEN moved.reward_id IS NOT NULL THEN 'reward'
    WHEN moved.affiliate_payout_id IS NOT NULL THEN 'reward_payout'
    WHEN moved.closing_id IS NOT NULL THEN 'closing'
    ELSE 'entry'
  END
$$;
--> statement-breakpoint
-- Hashes of the transfers that are there stay as they are; those of later ones cover the cause too.
DO $body$
BEGIN
  EXECUTE format($text$
    CREATE OR REPLACE FUNCTION transfer_hash_of(
      moved public.transfer, debit_no bigint, credit_no bigint, debit_before bytea, credit_before bytea
    ) RETURNS bytea LANGUAGE sql STABLE PARALLEL SAFE AS $$
      SELECT sha256(convert_to(ROW(
        moved.id, moved.kind, moved.debit_account, moved.credit_account, moved.asset, moved.amount, moved.code,
        moved.pending_id, moved.fact, moved.order_ref, extract(epoch from moved.at), moved.seq,
        debit_no, credit_no, encode(debit_before, 'hex'), encode(credit_before, 'hex')
      )::text || CASE WHEN moved.seq <= %s THEN '' ELSE ROW(
        moved.payment_id, moved.outgoing_id, moved.deposit_id, moved.withdrawal_id, moved.reward_id,
        moved.affiliate_payout_id, moved.closing_id, moved.audit_id, moved.caused_by
      )::text END, 'UTF8'))
    $$ $text$,
    (SELECT coalesce(max(seq), 0) FROM transfer));
END $body$;
--> statement-breakpoint
INSERT INTO account_closing (member_id, closed_at) SELECT id, closed_at FROM member WHERE closed_at IS NOT NULL;
--> statement-breakpoint
INSERT INTO account_closing (member_id, closed_at)
  SELECT split_part(id, ':', 2), min(at) FROM transfer WHERE code = 'given_up' GROUP BY 1 ON CONFLICT DO NOTHING;
--> statement-breakpoint
ALTER TABLE transfer DISABLE TRIGGER transfer_only_grows;
--> statement-breakpoint
UPDATE transfer t SET payment_id = c.payment_id, outgoing_id = c.outgoing_id, deposit_id = c.deposit_id,
    withdrawal_id = c.withdrawal_id, reward_id = c.reward_id, affiliate_payout_id = c.affiliate_payout_id,
    closing_id = c.closing_id, audit_id = c.audit_id, caused_by = c.caused_by
  FROM transfer s CROSS JOIN LATERAL cause_by_name(s.id, s.code, s.order_ref) c
  WHERE s.id = t.id AND s.code NOT IN ('conversion', 'payout_hold', 'payout', 'payout_returned', 'refund', 'refund_fee',
    'dispute', 'promo');
--> statement-breakpoint
UPDATE transfer t SET audit_id = a.id FROM audit a
  WHERE a.details ? 'transfer' AND t.id IN (a.details->>'transfer', (a.details->>'transfer') || ':shortfall')
    AND cause_kind(t) = 'entry' AND t.audit_id IS NULL;
--> statement-breakpoint
ALTER TABLE transfer ENABLE TRIGGER transfer_only_grows;
--> statement-breakpoint
-- The cause of a transfer that names none: by its name, as the version before wrote it.
CREATE FUNCTION cause_of_transfer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT c.payment_id, c.outgoing_id, c.deposit_id, c.withdrawal_id, c.reward_id, c.affiliate_payout_id, c.closing_id,
      c.audit_id, c.caused_by
    INTO new.payment_id, new.outgoing_id, new.deposit_id, new.withdrawal_id, new.reward_id, new.affiliate_payout_id,
      new.closing_id, new.audit_id, new.caused_by
    FROM public.cause_by_name(new.id, new.code, new.order_ref) c;
  RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER cause_of_transfer BEFORE INSERT ON transfer FOR EACH ROW WHEN (
    num_nonnulls(new.payment_id, new.outgoing_id, new.deposit_id, new.withdrawal_id, new.reward_id,
      new.affiliate_payout_id, new.closing_id, new.audit_id, new.caused_by) = 0
    AND new.code NOT IN ('conversion', 'payout_hold', 'payout', 'payout_returned', 'refund', 'refund_fee', 'dispute', 'promo')
  ) EXECUTE FUNCTION cause_of_transfer();
--> statement-breakpoint
-- Our own money moves only with an entry of the audit log, which may be written after the transfer: asked at the commit.
CREATE FUNCTION entry_of_transfer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM public.audit a
    WHERE a.details ? 'transfer' AND a.details->>'transfer' = regexp_replace(new.id, ':shortfall$', ''))
  THEN
    RAISE EXCEPTION 'transfer % (%) has no cause: no entry of the audit log names it', new.id, new.code
      USING ERRCODE = 'check_violation', CONSTRAINT = 'transfer_has_a_cause';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER entry_of_transfer AFTER INSERT ON transfer DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (
    new.kind IN ('posted', 'pending') AND num_nonnulls(new.order_ref, new.payment_id, new.outgoing_id, new.deposit_id,
      new.withdrawal_id, new.reward_id, new.affiliate_payout_id, new.closing_id, new.audit_id, new.caused_by) = 0
  ) EXECUTE FUNCTION entry_of_transfer();
--> statement-breakpoint
-- Written by the database: no role can say that an account was closed which is open.
CREATE FUNCTION note_closing() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  INSERT INTO public.account_closing (member_id, closed_at) VALUES (new.id, new.closed_at) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER note_closing AFTER UPDATE OF closed_at ON member FOR EACH ROW
  WHEN (new.closed_at IS NOT NULL AND old.closed_at IS NULL) EXECUTE FUNCTION note_closing();
--> statement-breakpoint
CREATE FUNCTION flow_is_listed(moved public.transfer) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT 1 FROM public.ledger_flow f
      WHERE f.code = moved.code
        AND f.step = CASE WHEN moved.kind = 'pending' THEN 'hold' WHEN moved.fact THEN 'forced' ELSE 'post' END
        AND f.debit = public.flow_account(moved.debit_account) AND f.credit = public.flow_account(moved.credit_account)
        AND f.cause = public.cause_kind(moved)
  )
$$;
--> statement-breakpoint
-- Whoever writes a transfer: it must be one of the table of flows. The end of a hold has the accounts of the hold. Every table
-- is named with its schema, because a role could put a temporary table of the same name in front.
CREATE FUNCTION transfer_flow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT public.flow_is_listed(new) THEN
    RAISE EXCEPTION 'transfer % (% %) may not go from % to % for a cause of kind %', new.id, new.kind, new.code,
        new.debit_account, new.credit_account, public.cause_kind(new)
      USING ERRCODE = 'check_violation', CONSTRAINT = 'transfer_flow';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Triggers fire in the order of their names: this one before `ledger_move`.
CREATE TRIGGER flow_is_allowed AFTER INSERT ON transfer FOR EACH ROW WHEN (new.kind IN ('posted', 'pending'))
  EXECUTE FUNCTION transfer_flow();
--> statement-breakpoint
-- As before; and a hold ends with its own cause.
CREATE OR REPLACE FUNCTION ledger_move() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  side public.account;
  payer public.account;
  paying public.account;
  promise public.transfer;
  posted numeric(38,0) := 0;
  pending numeric(38,0) := 0;
  hash bytea;
BEGIN
  -- In one order for everybody, so that two transfers between the same accounts never wait for each other.
  FOR side IN
    SELECT * FROM public.account WHERE id IN (new.debit_account, new.credit_account) ORDER BY id FOR NO KEY UPDATE
  LOOP
    IF side.asset <> new.asset THEN
      RAISE EXCEPTION 'transfer % mixes assets', new.id
        USING ERRCODE = 'check_violation', CONSTRAINT = 'transfer_one_asset';
    END IF;
    IF side.id = new.debit_account THEN payer := side; ELSE paying := side; END IF;
  END LOOP;

  IF new.kind IN ('post', 'void') THEN
    SELECT * INTO promise FROM public.transfer WHERE id = new.pending_id AND kind = 'pending';
    IF NOT FOUND
      OR (promise.debit_account, promise.credit_account) <> (new.debit_account, new.credit_account)
      OR (promise.code, promise.order_ref, promise.outgoing_id, promise.withdrawal_id, promise.reward_id,
          promise.affiliate_payout_id, promise.deposit_id, promise.payment_id, promise.closing_id, promise.caused_by)
        IS DISTINCT FROM (new.code, new.order_ref, new.outgoing_id, new.withdrawal_id, new.reward_id,
          new.affiliate_payout_id, new.deposit_id, new.payment_id, new.closing_id, new.caused_by)
      OR new.amount > promise.amount
      OR (new.kind = 'void' AND new.amount <> promise.amount)
    THEN
      RAISE EXCEPTION 'transfer % does not fit the promise %', new.id, new.pending_id
        USING ERRCODE = 'check_violation', CONSTRAINT = 'transfer_fits_promise';
    END IF;
    pending := -promise.amount;
  END IF;
  IF new.kind IN ('posted', 'post') THEN posted := new.amount; END IF;
  IF new.kind = 'pending' THEN pending := new.amount; END IF;

  hash := public.transfer_hash_of(new, payer.entries + 1, paying.entries + 1, payer.last_hash, paying.last_hash);
  INSERT INTO public.transfer_hash
    VALUES (new.id, payer.entries + 1, paying.entries + 1, payer.last_hash, paying.last_hash, hash);
  UPDATE public.account SET entries = entries + 1, last_hash = hash,
      debits_posted = debits_posted + posted, debits_pending = debits_pending + pending
    WHERE id = new.debit_account;
  UPDATE public.account SET entries = entries + 1, last_hash = hash,
      credits_posted = credits_posted + posted, credits_pending = credits_pending + pending
    WHERE id = new.credit_account RETURNING * INTO paying;

  -- A new promise or payment out of a rail needs the cash there; settling an old promise does not ask again,
  -- because a fact may have taken the cash meanwhile and the promise must still find its end.
  IF paying.floor = 'cash' AND NOT new.fact AND new.kind IN ('posted', 'pending')
    AND paying.debits_posted - paying.credits_posted - paying.credits_pending < 0
  THEN
    RAISE EXCEPTION 'transfer % takes more than lies at %', new.id, paying.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'account_cash';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
ALTER TABLE transfer
  ADD CONSTRAINT transfer_payment_id_payment_id_fk FOREIGN KEY (payment_id) REFERENCES payment (id) DEFERRABLE INITIALLY DEFERRED NOT VALID,
  ADD CONSTRAINT transfer_outgoing_id_outgoing_id_fk FOREIGN KEY (outgoing_id) REFERENCES outgoing (id) DEFERRABLE INITIALLY DEFERRED NOT VALID,
  ADD CONSTRAINT transfer_deposit_id_deposit_id_fk FOREIGN KEY (deposit_id) REFERENCES deposit (id) DEFERRABLE INITIALLY DEFERRED NOT VALID,
  ADD CONSTRAINT transfer_withdrawal_id_withdrawal_id_fk FOREIGN KEY (withdrawal_id) REFERENCES withdrawal (id) DEFERRABLE INITIALLY DEFERRED NOT VALID,
  ADD CONSTRAINT transfer_reward_id_reward_id_fk FOREIGN KEY (reward_id) REFERENCES reward (id) DEFERRABLE INITIALLY DEFERRED NOT VALID,
  ADD CONSTRAINT transfer_affiliate_payout_id_affiliate_payout_id_fk FOREIGN KEY (affiliate_payout_id) REFERENCES affiliate_payout (id) DEFERRABLE INITIALLY DEFERRED NOT VALID,
  ADD CONSTRAINT transfer_closing_id_account_closing_member_id_fk FOREIGN KEY (closing_id) REFERENCES account_closing (member_id) DEFERRABLE INITIALLY DEFERRED NOT VALID,
  ADD CONSTRAINT transfer_audit_id_audit_id_fk FOREIGN KEY (audit_id) REFERENCES audit (id) DEFERRABLE INITIALLY DEFERRED NOT VALID,
  ADD CONSTRAINT transfer_caused_by_transfer_id_fk FOREIGN KEY (caused_by) REFERENCES transfer (id) DEFERRABLE INITIALLY DEFERRED NOT VALID;
