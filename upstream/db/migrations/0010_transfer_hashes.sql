-- First, since every change of an order begins there: taken in another order than writers do, the locks below would
-- deadlock with them.
LOCK TABLE "exchange_order" IN ACCESS EXCLUSIVE MODE;
--> statement-breakpoint
CREATE TABLE "transfer_hash" (
	"transfer_id" text PRIMARY KEY NOT NULL,
	"debit_no" bigint NOT NULL,
	"credit_no" bigint NOT NULL,
	"debit_before" "bytea" NOT NULL,
	"credit_before" "bytea" NOT NULL,
	"hash" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "entries" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "last_hash" "bytea" DEFAULT '' NOT NULL;--> statement-breakpoint
-- Every column of the transfer, its positions and the hashes before it. A record's text quotes its fields, so no two
-- transfers share one; the time is a number, because its text depends on the session's time zone.
CREATE FUNCTION transfer_hash_of(
  moved public.transfer, debit_no bigint, credit_no bigint, debit_before bytea, credit_before bytea
) RETURNS bytea LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT sha256(convert_to(ROW(
    moved.id, moved.kind, moved.debit_account, moved.credit_account, moved.asset, moved.amount, moved.code,
    moved.pending_id, moved.fact, moved.order_ref, extract(epoch from moved.at), moved.seq,
    debit_no, credit_no, encode(debit_before, 'hex'), encode(credit_before, 'hex')
  )::text, 'UTF8'))
$$;
--> statement-breakpoint
-- As before, and extends the chain of both accounts, which are locked anyway: nothing waits that did not wait before.
-- It runs with the owner's rights, so that a role may book without being able to write sums and hashes itself; every
-- table is named with its schema, because a role could put a temporary table of the same name in front.
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
CREATE TRIGGER transfer_hash_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON transfer_hash
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse();
--> statement-breakpoint
CREATE TRIGGER transfer_hash_by_transfer BEFORE INSERT ON transfer_hash
  FOR EACH ROW WHEN (pg_trigger_depth() < 1) EXECUTE FUNCTION ledger_refuse();
--> statement-breakpoint
-- The chain of the transfers already there: in the order in which they were booked, heads kept in memory.
LOCK TABLE transfer IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
ALTER TABLE transfer_hash DISABLE TRIGGER transfer_hash_by_transfer;
--> statement-breakpoint
ALTER TABLE account DISABLE TRIGGER account_moves_by_transfer;
--> statement-breakpoint
DO $$
DECLARE
  names text[] := coalesce((SELECT array_agg(id ORDER BY id) FROM account), '{}');
  counts bigint[] := array_fill(0::bigint, ARRAY[cardinality(names)]);
  heads bytea[] := array_fill(''::bytea, ARRAY[cardinality(names)]);
  line record;
  hash bytea;
BEGIN
  FOR line IN
    WITH numbered AS (SELECT * FROM unnest(names) WITH ORDINALITY AS n (id, place))
    SELECT t, d.place::int AS d, c.place::int AS c FROM transfer t
      JOIN numbered d ON d.id = t.debit_account JOIN numbered c ON c.id = t.credit_account ORDER BY t.seq
  LOOP
    counts[line.d] := counts[line.d] + 1;
    counts[line.c] := counts[line.c] + 1;
    hash := transfer_hash_of(line.t, counts[line.d], counts[line.c], heads[line.d], heads[line.c]);
    INSERT INTO transfer_hash
      VALUES ((line.t).id, counts[line.d], counts[line.c], heads[line.d], heads[line.c], hash);
    heads[line.d] := hash;
    heads[line.c] := hash;
  END LOOP;
  UPDATE account a SET entries = h.count, last_hash = h.head
    FROM unnest(names, counts, heads) AS h (id, count, head) WHERE a.id = h.id;
END $$;
--> statement-breakpoint
ALTER TABLE account ENABLE TRIGGER account_moves_by_transfer;
--> statement-breakpoint
ALTER TABLE transfer_hash ENABLE TRIGGER transfer_hash_by_transfer;
