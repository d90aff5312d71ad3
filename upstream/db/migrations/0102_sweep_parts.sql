-- Bookings wait while what there is gets divided: first orders, where every change begins.
LOCK TABLE "exchange_order" IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
LOCK TABLE "transfer" IN ACCESS EXCLUSIVE MODE;
--> statement-breakpoint
CREATE TABLE "address_balance" (
	"rail" text NOT NULL,
	"asset" text NOT NULL,
	"address" text NOT NULL,
	"arrived" numeric(38,0) DEFAULT 0 NOT NULL,
	"swept" numeric(38,0) DEFAULT 0 NOT NULL,
	"lying" numeric(38,0) GENERATED ALWAYS AS (case when address = '' then arrived - swept else greatest(arrived - swept, 0) end) STORED NOT NULL,
	CONSTRAINT "address_balance_rail_asset_address_pk" PRIMARY KEY("rail","asset","address"),
	CONSTRAINT "address_balance_swept" CHECK (swept >= 0)
);
--> statement-breakpoint
CREATE TABLE "sweep_part" (
	"sweep_id" text NOT NULL,
	"address" text NOT NULL,
	"amount" numeric(38,0) NOT NULL,
	"payments" text[] NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"returned" numeric(38,0) DEFAULT 0 NOT NULL,
	"rail_tx_id" text,
	"fee" numeric(38,0),
	"is_legacy" boolean DEFAULT false NOT NULL,
	CONSTRAINT "sweep_part_sweep_id_address_pk" PRIMARY KEY("sweep_id","address"),
	CONSTRAINT "sweep_part_state_check" CHECK ("state" in ('open', 'arrived', 'failed', 'returned')),
	CONSTRAINT "sweep_part_amount" CHECK (amount > 0 and (fee is null or fee >= 0)),
	CONSTRAINT "sweep_part_returned" CHECK (returned <= amount and (state = 'returned') = (returned > 0) and returned >= 0)
);
--> statement-breakpoint
DROP INDEX "transfer_from_deposits";--> statement-breakpoint
DROP INDEX "transfer_of_sweep";--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "sweep_part" ADD CONSTRAINT "sweep_part_sweep_id_outgoing_id_fk" FOREIGN KEY ("sweep_id") REFERENCES "public"."outgoing"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "address_balance_lying" ON "address_balance" USING btree ("rail","asset","lying") WHERE lying > 0;--> statement-breakpoint
CREATE INDEX "sweep_part_address" ON "sweep_part" USING btree ("address");--> statement-breakpoint
CREATE INDEX "payment_address" ON "payment" USING btree ("address") WHERE address is not null;
--> statement-breakpoint
UPDATE payment p SET address = o.payin_address FROM exchange_order o WHERE o.ref = p.order_ref AND p.place = 'deposits';
--> statement-breakpoint
-- The deposit address that a transfer is about: of its payment or its deposit. Empty for what an operator books.
CREATE FUNCTION address_of_transfer(moved public.transfer) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce(
    (SELECT p.address FROM public.payment p WHERE p.order_ref = moved.order_ref AND p.address IS NOT NULL
      AND (moved.payment_id IS NULL OR p.id = moved.payment_id) ORDER BY p.seen_at, p.id LIMIT 1),
    (SELECT w.address FROM public.deposit d JOIN public.wallet_address w ON w.id = d.address_id WHERE d.id = moved.deposit_id),
    '')
$$;
--> statement-breakpoint
-- What a transfer brings to deposit addresses or takes from there, by rail and asset. Not what moves between those addresses and
-- where the rail pays out for a sweep or a payment: that follows from both sums of the address.
CREATE FUNCTION arrivals_of_transfer(moved public.transfer, OUT rail text, OUT change numeric) RETURNS SETOF record
  LANGUAGE sql IMMUTABLE AS $$
  SELECT regexp_replace(split_part(s.account, ':', 2), '_deposits$', ''), s.change
    FROM (VALUES (moved.debit_account, moved.amount), (moved.credit_account, -moved.amount)) s (account, change)
    WHERE moved.kind = 'posted' AND public.flow_account(s.account) = 'deposits'
      AND NOT (moved.code = 'rebalance' AND num_nonnulls(moved.order_ref, moved.outgoing_id, moved.deposit_id) > 0)
$$;
--> statement-breakpoint
INSERT INTO address_balance (rail, asset, address, arrived)
  SELECT a.rail, t.asset, address_of_transfer(t), sum(a.change)
    FROM transfer t CROSS JOIN LATERAL arrivals_of_transfer(t) a GROUP BY 1, 2, 3;
--> statement-breakpoint
-- Sweeps of before have no parts: each has moved what had arrived longest ago of what was not taken back.
WITH arrival AS (
    SELECT t.id, t.seq, t.debit_account AS place, address_of_transfer(t) AS address,
        coalesce(p.rail_payment_id, d.rail_payment_id) AS payment, t.amount - coalesce((SELECT sum(b.amount) FROM transfer b
          WHERE b.credit_account = t.debit_account AND b.kind = 'posted' AND b.id IN (t.id || ':back',
            t.id || ':back:shortfall', t.id || ':back-owed', t.id || ':back-owed:shortfall')), 0) AS amount
      FROM transfer t LEFT JOIN payment p ON p.id = t.payment_id LEFT JOIN deposit d ON d.id = t.deposit_id
      WHERE t.kind = 'posted' AND t.code IN ('payin', 'deposit') AND flow_account(t.debit_account) = 'deposits'
  ), there AS (
    SELECT *, sum(amount) OVER (PARTITION BY place ORDER BY seq) AS upto FROM arrival WHERE amount > 0
  ), back AS (
    SELECT outgoing_id AS id, sum(amount) AS amount FROM transfer
      WHERE code = 'rebalance' AND kind = 'posted' AND outgoing_id IS NOT NULL AND flow_account(debit_account) = 'deposits' GROUP BY 1
  ), sweep AS (
    SELECT o.id, o.status, h.seq, h.credit_account AS place, o.rail_tx_id,
        CASE WHEN o.status = 'sending' THEN o.amount ELSE o.amount - coalesce(b.amount, 0) END AS amount
      FROM outgoing o JOIN transfer h ON h.id = 'sweep:' || o.id AND h.kind = 'pending' LEFT JOIN back b ON b.id = o.id
      WHERE o.kind = 'sweep' AND o.status IN ('sending', 'sent', 'returned')
  ), moved AS (
    SELECT *, sum(amount) OVER (PARTITION BY place ORDER BY seq) AS upto FROM sweep WHERE amount > 0
  )
INSERT INTO sweep_part (sweep_id, address, amount, payments, state, rail_tx_id, is_legacy)
  SELECT m.id, t.address, sum(least(t.upto, m.upto) - greatest(t.upto - t.amount, m.upto - m.amount)),
      coalesce(array_agg(DISTINCT t.payment) FILTER (WHERE t.payment IS NOT NULL), '{}'),
      CASE WHEN m.status = 'sending' THEN 'open' ELSE 'arrived' END, m.rail_tx_id, true
    FROM moved m JOIN there t ON t.place = m.place AND t.upto > m.upto - m.amount AND t.upto - t.amount < m.upto
    GROUP BY m.id, t.address, m.status, m.rail_tx_id;
--> statement-breakpoint
UPDATE address_balance b SET swept = s.amount FROM (
    SELECT o.rail, o.asset, p.address, sum(p.amount) AS amount FROM sweep_part p JOIN outgoing o ON o.id = p.sweep_id
      WHERE p.state = 'arrived' GROUP BY 1, 2, 3
  ) s WHERE (s.rail, s.asset, s.address) = (b.rail, b.asset, b.address);
--> statement-breakpoint
-- What the order of the bookings does not explain (operators have moved it by hand) is at no address.
INSERT INTO address_balance (rail, asset, address, arrived)
  SELECT p.rail, p.asset, '', p.posted - p.lying FROM (
    SELECT regexp_replace(split_part(a.id, ':', 2), '_deposits$', '') AS rail, a.asset, a.debits_posted - a.credits_posted AS posted,
        coalesce((SELECT sum(b.lying) FROM address_balance b
          WHERE 'assets:' || b.rail || '_deposits:' || b.asset = a.id), 0) AS lying
      FROM account a WHERE flow_account(a.id) = 'deposits'
  ) p WHERE p.posted <> p.lying
  ON CONFLICT (rail, asset, address) DO UPDATE SET arrived = address_balance.arrived + excluded.arrived;
--> statement-breakpoint
CREATE FUNCTION move_at_address(of_rail text, of_asset text, at_address text, came numeric, went numeric) RETURNS void
  LANGUAGE plpgsql AS $$
BEGIN
  UPDATE public.address_balance SET arrived = arrived + came, swept = swept + went
    WHERE (rail, asset, address) = (of_rail, of_asset, at_address);
  IF NOT FOUND THEN
    INSERT INTO public.address_balance (rail, asset, address, arrived, swept)
      VALUES (of_rail, of_asset, at_address, came, went)
      ON CONFLICT (rail, asset, address) DO UPDATE
        SET arrived = address_balance.arrived + excluded.arrived, swept = address_balance.swept + excluded.swept;
  END IF;
END $$;
--> statement-breakpoint
-- With the owner's rights: the service's role writes none of these rows by itself.
CREATE FUNCTION count_arrival() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  PERFORM public.move_at_address(a.rail, new.asset, public.address_of_transfer(new), a.change, 0)
    FROM public.arrivals_of_transfer(new) a;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER count_arrival AFTER INSERT ON transfer FOR EACH ROW WHEN (new.kind = 'posted'
    AND (position('_deposits:' in new.debit_account) > 0 OR position('_deposits:' in new.credit_account) > 0))
  EXECUTE FUNCTION count_arrival();
--> statement-breakpoint
CREATE FUNCTION swept_by(part public.sweep_part) RETURNS numeric LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN part.state IN ('arrived', 'returned') THEN part.amount - part.returned ELSE 0 END
$$;
--> statement-breakpoint
CREATE FUNCTION count_swept() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  change numeric := public.swept_by(new) - CASE WHEN TG_OP = 'UPDATE' THEN public.swept_by(old) ELSE 0 END;
BEGIN
  IF change <> 0 THEN
    PERFORM public.move_at_address(o.rail, o.asset, new.address, 0, change) FROM public.outgoing o WHERE o.id = new.sweep_id;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER count_swept AFTER INSERT OR UPDATE ON sweep_part FOR EACH ROW EXECUTE FUNCTION count_swept();
--> statement-breakpoint
-- What a sweep was asked to move stays, and no payment is in two parts that may move it.
CREATE FUNCTION sweep_part_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (new.sweep_id, new.address, new.amount, new.payments, new.is_legacy)
      IS DISTINCT FROM (old.sweep_id, old.address, old.amount, old.payments, old.is_legacy)
  THEN
    RAISE EXCEPTION 'what the sweep % moves from an address does not change', old.sweep_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'sweep_part_stays';
  END IF;
  IF TG_OP = 'INSERT' AND EXISTS (
    SELECT 1 FROM public.sweep_part p JOIN public.outgoing o ON o.id = p.sweep_id
      JOIN public.outgoing asked ON asked.id = new.sweep_id AND (asked.rail, asked.asset) = (o.rail, o.asset)
      WHERE p.address = new.address AND p.sweep_id <> new.sweep_id AND p.state IN ('open', 'arrived') AND p.payments && new.payments
  ) THEN
    RAISE EXCEPTION 'a payment at % is in another sweep', new.address
      USING ERRCODE = 'check_violation', CONSTRAINT = 'sweep_part_payment_once';
  END IF;
  RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER sweep_part_stays BEFORE INSERT OR UPDATE ON sweep_part FOR EACH ROW EXECUTE FUNCTION sweep_part_stays();
