-- What a part of a sweep has left at its address of our own money, in the asset of its fees.
CREATE OR REPLACE FUNCTION ours_by(part public.sweep_part) RETURNS numeric LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN part.gas_asset IS NULL THEN 0 ELSE part.topped_up - coalesce(part.fee, 0)
    + CASE WHEN part.state = 'arrived' THEN part.remainder ELSE 0 END END
$$;

CREATE OR REPLACE FUNCTION move_ours(of_rail text, of_asset text, at_address text, change numeric) RETURNS void LANGUAGE sql AS $$
  INSERT INTO public.address_balance (rail, asset, address, ours) VALUES (of_rail, of_asset, at_address, change)
    ON CONFLICT (rail, asset, address) DO UPDATE SET ours = address_balance.ours + excluded.ours
$$;

CREATE OR REPLACE FUNCTION count_ours() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  change numeric := public.ours_by(new) - CASE WHEN TG_OP = 'UPDATE' THEN public.ours_by(old) ELSE 0 END;
BEGIN
  IF change <> 0 THEN
    PERFORM public.move_ours(o.rail, new.gas_asset, new.address, change) FROM public.outgoing o WHERE o.id = new.sweep_id;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER count_ours AFTER INSERT OR UPDATE ON sweep_part FOR EACH ROW WHEN (new.gas_asset IS NOT NULL)
  EXECUTE FUNCTION count_ours();

-- What an operator books at deposit addresses is at none of them.
CREATE OR REPLACE FUNCTION count_own_entry() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  PERFORM public.move_ours(regexp_replace(split_part(s.account, ':', 2), '_dust$', ''), new.asset, '', s.change)
    FROM (VALUES (new.debit_account, new.amount), (new.credit_account, -new.amount)) s (account, change)
    WHERE public.flow_account(s.account) = 'dust';
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER count_own_entry AFTER INSERT ON transfer FOR EACH ROW WHEN (new.kind = 'posted' AND new.outgoing_id IS NULL
    AND (position('_dust:' in new.debit_account) > 0 OR position('_dust:' in new.credit_account) > 0))
  EXECUTE FUNCTION count_own_entry();
