-- What a sweep was asked to move stays, and no payment is in two parts that may move it.
CREATE OR REPLACE FUNCTION sweep_part_stays() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE OR REPLACE TRIGGER sweep_part_stays BEFORE INSERT OR UPDATE ON sweep_part FOR EACH ROW EXECUTE FUNCTION sweep_part_stays();
