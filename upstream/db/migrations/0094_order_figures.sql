CREATE TABLE "order_day" (
	"day" date PRIMARY KEY NOT NULL,
	"holds_ended" integer DEFAULT 0 NOT NULL,
	"holds_in_time" integer DEFAULT 0 NOT NULL,
	"refunds" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "order_day_sums" CHECK (holds_in_time between 0 and holds_ended and refunds >= 0)
);
--> statement-breakpoint
CREATE TABLE "order_outcome" (
	"order_ref" text NOT NULL,
	"kind" text NOT NULL,
	"outgoing_id" text NOT NULL,
	"pair_id" text NOT NULL,
	"day" date NOT NULL,
	"milliseconds" bigint,
	"bucket" integer,
	CONSTRAINT "order_outcome_order_ref_kind_pk" PRIMARY KEY("order_ref","kind"),
	CONSTRAINT "order_outcome_kind_check" CHECK ("kind" in ('payout', 'refund')),
	CONSTRAINT "order_outcome_time" CHECK ((kind = 'payout') = (milliseconds is not null) and (milliseconds is null) = (bucket is null) and milliseconds >= 0)
);
--> statement-breakpoint
CREATE TABLE "payout_day" (
	"day" date NOT NULL,
	"pair_id" text NOT NULL,
	"bucket" integer NOT NULL,
	"orders" integer NOT NULL,
	"milliseconds" bigint NOT NULL,
	CONSTRAINT "payout_day_day_pair_id_bucket_pk" PRIMARY KEY("day","pair_id","bucket"),
	CONSTRAINT "payout_day_sums" CHECK (orders >= 0 and milliseconds >= 0)
);
--> statement-breakpoint
ALTER TABLE "order_outcome" ADD CONSTRAINT "order_outcome_outgoing_id_outgoing_id_fk" FOREIGN KEY ("outgoing_id") REFERENCES "public"."outgoing"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
-- Keeps what counts of an order in the transaction in which a payout or refund is sent or comes back, whatever version of the
-- service writes it, with its owner's rights: the service itself only reads it.
CREATE FUNCTION order_outcome_of_outgoing() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  IF tg_op = 'UPDATE' AND new.status = old.status THEN
    RETURN NULL;
  END IF;
  IF new.status = 'returned' THEN
    DELETE FROM public.order_outcome WHERE order_ref = new.order_ref AND outgoing_id = new.id;
  END IF;
  INSERT INTO public.order_outcome (order_ref, kind, outgoing_id, pair_id, day, milliseconds, bucket)
    SELECT order_ref, kind, outgoing_id, pair_id, day, milliseconds,
        CASE kind WHEN 'payout' THEN floor(16 * log(2, greatest(milliseconds, 1000) / 1000.0)) END
      FROM (
        SELECT o.order_ref, o.kind, o.id AS outgoing_id, x.pair_id, (o.settled_at AT TIME ZONE 'UTC')::date AS day,
            CASE o.kind WHEN 'payout' THEN (extract(epoch FROM o.settled_at - (SELECT max(p.final_at) FROM public.payment p
              WHERE p.order_ref = o.order_ref AND p.final_at <= o.settled_at)) * 1000)::bigint END AS milliseconds
          FROM public.outgoing o JOIN public.exchange_order x ON x.ref = o.order_ref
          WHERE o.order_ref = new.order_ref AND o.kind = new.kind AND o.status = 'sent'
          ORDER BY o.settled_at, o.attempt LIMIT 1) sent
      WHERE kind = 'refund' OR milliseconds IS NOT NULL
    ON CONFLICT (order_ref, kind) DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER order_outcome_of_outgoing AFTER INSERT OR UPDATE OF status ON outgoing
  FOR EACH ROW WHEN (new.kind IN ('payout', 'refund') AND new.status IN ('sent', 'returned'))
  EXECUTE FUNCTION order_outcome_of_outgoing();
--> statement-breakpoint
-- Deferred, like the next one: all orders of a day share these rows, and so wait for each other at the commit alone, when every
-- other lock has been taken.
CREATE FUNCTION day_of_order_outcome() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  step integer := CASE tg_op WHEN 'INSERT' THEN 1 ELSE -1 END;
  of public.order_outcome := CASE tg_op WHEN 'INSERT' THEN new ELSE old END;
BEGIN
  IF of.kind = 'payout' THEN
    INSERT INTO public.payout_day (day, pair_id, bucket, orders, milliseconds)
      VALUES (of.day, of.pair_id, of.bucket, 0, 0) ON CONFLICT DO NOTHING;
    UPDATE public.payout_day SET orders = orders + step, milliseconds = milliseconds + step * of.milliseconds
      WHERE (day, pair_id, bucket) = (of.day, of.pair_id, of.bucket);
  ELSE
    INSERT INTO public.order_day (day) VALUES (of.day) ON CONFLICT DO NOTHING;
    UPDATE public.order_day SET refunds = refunds + step WHERE day = of.day;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Whether the event ended a hold that a decision or the rule of its deadline ends: the reasons named here are mere delays, after
-- which the order goes on by itself.
CREATE FUNCTION day_of_ended_hold() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  delays text[] := array['new_user_delay', 'new_payout_account'];
  is_late boolean;
BEGIN
  IF new.event = 'hold_ended' AND new.from_hold_reason = ANY (delays) THEN
    RETURN NULL;
  END IF;
  SELECT EXISTS (
    SELECT FROM public.order_event t
      WHERE t.order_ref = new.order_ref AND t.event = 'hold_ended' AND t.from_status = 'on_hold'
        AND coalesce(t.from_hold_reason <> ALL (delays), true)
        AND t.version <= new.version AND t.version > (
          SELECT max(e.version) FROM public.order_event e
            WHERE e.order_ref = new.order_ref AND e.to_status = 'on_hold' AND e.from_status IS DISTINCT FROM 'on_hold'
              AND e.version < new.version))
    INTO is_late;
  INSERT INTO public.order_day (day) VALUES ((new.at AT TIME ZONE 'UTC')::date) ON CONFLICT DO NOTHING;
  UPDATE public.order_day SET holds_ended = holds_ended + 1, holds_in_time = holds_in_time + (NOT is_late)::integer
    WHERE day = (new.at AT TIME ZONE 'UTC')::date;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER day_of_ended_hold AFTER INSERT ON order_event
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.from_status = 'on_hold' AND new.to_status <> 'on_hold')
  EXECUTE FUNCTION day_of_ended_hold();
--> statement-breakpoint
-- The triggers have locked both tables until here, so that nothing is missed.
INSERT INTO order_outcome (order_ref, kind, outgoing_id, pair_id, day, milliseconds, bucket)
  SELECT order_ref, kind, outgoing_id, pair_id, day, milliseconds,
      CASE kind WHEN 'payout' THEN floor(16 * log(2, greatest(milliseconds, 1000) / 1000.0)) END
    FROM (
      SELECT DISTINCT ON (o.order_ref, o.kind) o.order_ref, o.kind, o.id AS outgoing_id, x.pair_id,
          (o.settled_at AT TIME ZONE 'UTC')::date AS day,
          CASE o.kind WHEN 'payout' THEN (extract(epoch FROM o.settled_at - p.final_at) * 1000)::bigint END AS milliseconds
        FROM outgoing o
        JOIN exchange_order x ON x.ref = o.order_ref
        LEFT JOIN LATERAL (SELECT max(final_at) AS final_at FROM payment
          WHERE order_ref = o.order_ref AND final_at <= o.settled_at) p ON o.kind = 'payout'
        WHERE o.kind IN ('payout', 'refund') AND o.status = 'sent'
        ORDER BY o.order_ref, o.kind, o.settled_at, o.attempt) sent
    WHERE kind = 'refund' OR milliseconds IS NOT NULL;
--> statement-breakpoint
INSERT INTO order_day (day, holds_ended, holds_in_time)
  SELECT (ended.at AT TIME ZONE 'UTC')::date, count(*), count(*) FILTER (WHERE NOT EXISTS (
      SELECT FROM order_event t
        WHERE t.order_ref = ended.order_ref AND t.event = 'hold_ended' AND t.from_status = 'on_hold'
          AND coalesce(t.from_hold_reason NOT IN ('new_user_delay', 'new_payout_account'), true)
          AND t.version <= ended.version AND t.version > (
            SELECT max(e.version) FROM order_event e
              WHERE e.order_ref = ended.order_ref AND e.to_status = 'on_hold' AND e.from_status IS DISTINCT FROM 'on_hold'
                AND e.version < ended.version)))
    FROM order_event ended
    WHERE ended.from_status = 'on_hold' AND ended.to_status <> 'on_hold'
      AND (ended.event <> 'hold_ended' OR coalesce(ended.from_hold_reason NOT IN ('new_user_delay', 'new_payout_account'), true))
    GROUP BY 1;
--> statement-breakpoint
INSERT INTO payout_day (day, pair_id, bucket, orders, milliseconds)
  SELECT day, pair_id, bucket, count(*), sum(milliseconds) FROM order_outcome WHERE kind = 'payout' GROUP BY 1, 2, 3;
--> statement-breakpoint
INSERT INTO order_day (day, refunds) SELECT day, count(*) FROM order_outcome WHERE kind = 'refund' GROUP BY 1
  ON CONFLICT (day) DO UPDATE SET refunds = excluded.refunds;
--> statement-breakpoint
-- Last, since what was filled in above has been counted.
CREATE CONSTRAINT TRIGGER day_of_order_outcome AFTER INSERT OR DELETE ON order_outcome
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION day_of_order_outcome();
