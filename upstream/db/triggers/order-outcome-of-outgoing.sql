-- The figures of orders follow in the transaction in which a payout or refund is sent or comes back. With the owner's rights: the
-- service only reads them.
CREATE OR REPLACE FUNCTION order_outcome_of_outgoing() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
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

CREATE OR REPLACE TRIGGER order_outcome_of_outgoing AFTER INSERT OR UPDATE OF status ON outgoing
  FOR EACH ROW WHEN (new.kind IN ('payout', 'refund') AND new.status IN ('sent', 'returned'))
  EXECUTE FUNCTION order_outcome_of_outgoing();
