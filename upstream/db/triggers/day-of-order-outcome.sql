-- The day's sums of outcomes. Deferred: all orders of a day share these rows, and so wait for each other at the commit alone, when every
-- other lock has been taken.
CREATE OR REPLACE FUNCTION day_of_order_outcome() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
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

DROP TRIGGER IF EXISTS day_of_order_outcome ON order_outcome;
CREATE CONSTRAINT TRIGGER day_of_order_outcome AFTER INSERT OR DELETE ON order_outcome
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION day_of_order_outcome();
