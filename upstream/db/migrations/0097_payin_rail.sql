ALTER TABLE "exchange_order" ADD COLUMN "payin_rail" text;--> statement-breakpoint
-- Of orders whose instructions a rail may still be asked about: the gateway of the session; the rail that the asset is known at,
-- where it is one; else that of the order's payments. What stays unknown waits.
WITH at_rails AS (
  SELECT asset, split_part(id, ':', 2) AS rail FROM account WHERE order_ref IS NULL AND id LIKE 'assets:%'
  UNION SELECT asset, rail FROM wallet_address
), only_rail AS (
  SELECT asset, min(rail) AS rail FROM at_rails
    WHERE rail NOT LIKE '%\_deposits' AND rail NOT LIKE '%\_disputed' AND rail NOT IN (SELECT gateway FROM gateway_session)
    GROUP BY asset HAVING count(DISTINCT rail) = 1
)
UPDATE exchange_order o SET payin_rail = CASE o.payin_method
  WHEN 'hosted_gateway' THEN
    (SELECT min(s.gateway) FROM gateway_session s WHERE s.order_ref = o.ref HAVING count(DISTINCT s.gateway) = 1)
  ELSE coalesce(
    (SELECT r.rail FROM only_rail r WHERE r.asset = o.from_asset),
    (SELECT min(p.rail) FROM payment p WHERE p.order_ref = o.ref AND p.asset = o.from_asset HAVING count(DISTINCT p.rail) = 1))
  END
  WHERE o.payin_method IS NOT NULL AND o.payin_method <> 'balance' AND (
    o.status NOT IN ('completed', 'refunded', 'failed', 'charged_back', 'expired', 'cancelled')
    OR o.payin_closed_at IS NULL AND o.payin_method <> 'crypto_address');
--> statement-breakpoint
-- The version before keeps no rail. It runs beside this one under the same settings, so its rail is that of the latest order.
CREATE FUNCTION keep_payin_rail() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  new.payin_rail := (SELECT o.payin_rail FROM public.exchange_order o
    WHERE o.from_asset = new.from_asset AND o.payin_method = new.payin_method AND o.payin_rail IS NOT NULL
    ORDER BY o.created_at DESC LIMIT 1);
  RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER keep_payin_rail BEFORE UPDATE OF payin_method ON exchange_order
  FOR EACH ROW WHEN (old.payin_method IS NULL AND new.payin_method <> 'balance' AND new.payin_rail IS NULL)
  EXECUTE FUNCTION keep_payin_rail();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER order_identity_stays
  BEFORE UPDATE OF owner_id, pair_id, from_asset, to_asset, payin_rail, payin_address, payin_memo ON exchange_order
  FOR EACH ROW WHEN (old.status <> 'draft' AND (
    (new.pair_id, new.from_asset, new.to_asset) IS DISTINCT FROM (old.pair_id, old.from_asset, old.to_asset)
    OR old.payin_rail IS NOT NULL AND new.payin_rail IS DISTINCT FROM old.payin_rail
    OR old.payin_address IS NOT NULL AND (new.payin_address, new.payin_memo) IS DISTINCT FROM (old.payin_address, old.payin_memo)
    OR old.owner_id IS NOT NULL AND new.owner_id IS NOT NULL AND new.owner_id <> old.owner_id))
  EXECUTE FUNCTION identity_stays();
