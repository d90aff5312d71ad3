ALTER TABLE "partner_day" ADD COLUMN "signups" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "partner_sum" ADD COLUMN "signups" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
-- As before, with sign-ups.
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
--> statement-breakpoint
-- Members who were brought before, in the asset of their partner's other days.
INSERT INTO partner_day (partner_id, day, code, pair_id, asset, signups)
  SELECT m.partner_id, to_char(m.bound_at AT TIME ZONE 'UTC', 'YYYY-MM-DD'), m.code, '', d.asset, count(*)
    FROM member_partner m
    JOIN LATERAL (SELECT asset FROM partner_day o WHERE o.partner_id = m.partner_id ORDER BY day DESC LIMIT 1) d ON true
    GROUP BY 1, 2, 3, 5
  ON CONFLICT (partner_id, day, code, pair_id, asset) DO UPDATE SET signups = excluded.signups;
