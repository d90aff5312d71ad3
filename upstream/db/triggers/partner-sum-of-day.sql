-- A partner's sums follow the days, in the transaction that changes a day. With the owner's rights: the service only reads the sums. A
-- row is inserted first, because the checks of the table also apply to a row that a conflict leaves out. The rows have one order, so
-- that a visit and an order of one partner cannot deadlock.
CREATE OR REPLACE FUNCTION partner_sum_of_day() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  of public.partner_day := coalesce(new, old);
  part record;
BEGIN
  FOR part IN
    SELECT g.grouped_by, g.key, s.span, s.start
      FROM (VALUES ('all', ''), ('link', of.code), ('pair', of.pair_id)) g (grouped_by, key),
        (VALUES ('day', of.day), ('month', left(of.day, 7))) s (span, start)
      WHERE g.grouped_by <> 'pair' OR g.key <> ''
      ORDER BY g.grouped_by, s.span
  LOOP
    INSERT INTO public.partner_sum (partner_id, asset, grouped_by, span, start, key)
      VALUES (of.partner_id, of.asset, part.grouped_by, part.span, part.start, part.key) ON CONFLICT DO NOTHING;
    UPDATE public.partner_sum SET
        visits = visits + coalesce(new.visits, 0) - coalesce(old.visits, 0),
        signups = signups + coalesce(new.signups, 0) - coalesce(old.signups, 0),
        orders = orders + coalesce(new.orders, 0) - coalesce(old.orders, 0),
        counted = counted + coalesce(new.counted, 0) - coalesce(old.counted, 0),
        turnover_cents = turnover_cents + coalesce(new.turnover_cents, 0) - coalesce(old.turnover_cents, 0),
        waiting = waiting + coalesce(new.waiting, 0) - coalesce(old.waiting, 0),
        ready = ready + coalesce(new.ready, 0) - coalesce(old.ready, 0),
        lost = lost + coalesce(new.lost, 0) - coalesce(old.lost, 0)
      WHERE (partner_id, asset, grouped_by, span, start, key)
        = (of.partner_id, of.asset, part.grouped_by, part.span, part.start, part.key);
  END LOOP;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER partner_sum_of_day AFTER INSERT OR UPDATE OR DELETE ON partner_day
  FOR EACH ROW EXECUTE FUNCTION partner_sum_of_day();
