-- An order whose method is set without a rail gets the rail of the latest order with that method.
CREATE OR REPLACE FUNCTION keep_payin_rail() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  new.payin_rail := (SELECT o.payin_rail FROM public.exchange_order o
    WHERE o.from_asset = new.from_asset AND o.payin_method = new.payin_method AND o.payin_rail IS NOT NULL
    ORDER BY o.created_at DESC LIMIT 1);
  RETURN new;
END $$;

CREATE OR REPLACE TRIGGER keep_payin_rail BEFORE UPDATE OF payin_method ON exchange_order
  FOR EACH ROW WHEN (old.payin_method IS NULL AND new.payin_method <> 'balance' AND new.payin_rail IS NULL)
  EXECUTE FUNCTION keep_payin_rail();
