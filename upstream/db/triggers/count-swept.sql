-- What sweeps have taken from each deposit address, by the parts of the sweeps.
CREATE OR REPLACE FUNCTION swept_by(part public.sweep_part) RETURNS numeric LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN part.state IN ('arrived', 'returned') THEN part.amount - part.returned ELSE 0 END
$$;

CREATE OR REPLACE FUNCTION count_swept() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  change numeric := public.swept_by(new) - CASE WHEN TG_OP = 'UPDATE' THEN public.swept_by(old) ELSE 0 END;
BEGIN
  IF change <> 0 THEN
    PERFORM public.move_at_address(o.rail, o.asset, new.address, 0, change) FROM public.outgoing o WHERE o.id = new.sweep_id;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER count_swept AFTER INSERT OR UPDATE ON sweep_part FOR EACH ROW EXECUTE FUNCTION count_swept();
