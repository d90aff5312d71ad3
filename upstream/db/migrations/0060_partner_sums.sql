CREATE TABLE "partner_sum" (
	"partner_id" text NOT NULL,
	"asset" text NOT NULL,
	"grouped_by" text NOT NULL,
	"span" text NOT NULL,
	"start" text NOT NULL,
	"key" text NOT NULL,
	"visits" integer DEFAULT 0 NOT NULL,
	"orders" integer DEFAULT 0 NOT NULL,
	"counted" integer DEFAULT 0 NOT NULL,
	"turnover_cents" numeric(38,0) DEFAULT 0 NOT NULL,
	"waiting" numeric(38,0) DEFAULT 0 NOT NULL,
	"ready" numeric(38,0) DEFAULT 0 NOT NULL,
	"lost" numeric(38,0) DEFAULT 0 NOT NULL,
	CONSTRAINT "partner_sum_partner_id_grouped_by_span_start_asset_key_pk" PRIMARY KEY("partner_id","grouped_by","span","start","asset","key"),
	CONSTRAINT "partner_sum_grouped_by_check" CHECK ("grouped_by" in ('all', 'link', 'pair')),
	CONSTRAINT "partner_sum_span_check" CHECK ("span" in ('day', 'month'))
);
--> statement-breakpoint
ALTER TABLE "partner_sum" ADD CONSTRAINT "partner_sum_partner_id_partner_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
-- Keeps the sums in the transaction that changes a day, whatever version of the service changes it, with its owner's
-- rights: the service itself only reads them. A row is inserted first, since what a conflict leaves out is checked too. One
-- order of the rows, so that a visit and an order of one partner cannot deadlock.
CREATE FUNCTION partner_sum_of_day() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
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
CREATE TRIGGER partner_sum_of_day AFTER INSERT OR UPDATE OR DELETE ON partner_day
  FOR EACH ROW EXECUTE FUNCTION partner_sum_of_day();
--> statement-breakpoint
-- The trigger has locked the days until here, so that none is missed. They are sums already, and so are few.
INSERT INTO partner_sum
  SELECT d.partner_id, d.asset, g.grouped_by, s.span, s.start, g.key, sum(d.visits), sum(d.orders), sum(d.counted),
      sum(d.turnover_cents), sum(d.waiting), sum(d.ready), sum(d.lost)
    FROM partner_day d,
      LATERAL (VALUES ('all', ''), ('link', d.code), ('pair', d.pair_id)) g (grouped_by, key),
      LATERAL (VALUES ('day', d.day), ('month', left(d.day, 7))) s (span, start)
    WHERE g.grouped_by <> 'pair' OR g.key <> ''
    GROUP BY 1, 2, 3, 4, 5, 6;
