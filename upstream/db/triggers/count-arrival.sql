-- What has arrived at each deposit address, by transfers.
--
-- The deposit address that a transfer is about: of its payment or its deposit. Empty for what an operator books.
CREATE OR REPLACE FUNCTION address_of_transfer(moved public.transfer) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN coalesce(
    (SELECT p.address FROM public.payment p WHERE p.order_ref = moved.order_ref AND p.address IS NOT NULL
      AND (moved.payment_id IS NULL OR p.id = moved.payment_id) ORDER BY p.seen_at, p.id LIMIT 1),
    (SELECT w.address FROM public.deposit d JOIN public.wallet_address w ON w.id = d.address_id WHERE d.id = moved.deposit_id),
    '');
END $$;

-- What a transfer brings to deposit addresses or takes from there, by rail and asset. Not what moves between those addresses and where
-- the rail pays out for a sweep or a payment: that follows from both sums of the address.
CREATE OR REPLACE FUNCTION arrivals_of_transfer(moved public.transfer, OUT rail text, OUT change numeric) RETURNS SETOF record
  LANGUAGE sql IMMUTABLE AS $$
  SELECT regexp_replace(split_part(s.account, ':', 2), '_deposits$', ''), s.change
    FROM (VALUES (moved.debit_account, moved.amount), (moved.credit_account, -moved.amount)) s (account, change)
    WHERE moved.kind = 'posted' AND public.flow_account(s.account) = 'deposits'
      AND NOT (moved.code = 'rebalance' AND num_nonnulls(moved.order_ref, moved.outgoing_id, moved.deposit_id) > 0)
$$;

CREATE OR REPLACE FUNCTION move_at_address(of_rail text, of_asset text, at_address text, came numeric, went numeric) RETURNS void
  LANGUAGE plpgsql AS $$
BEGIN
  UPDATE public.address_balance SET arrived = arrived + came, swept = swept + went
    WHERE (rail, asset, address) = (of_rail, of_asset, at_address);
  IF NOT FOUND THEN
    INSERT INTO public.address_balance (rail, asset, address, arrived, swept)
      VALUES (of_rail, of_asset, at_address, came, went)
      ON CONFLICT (rail, asset, address) DO UPDATE
        SET arrived = address_balance.arrived + excluded.arrived, swept = address_balance.swept + excluded.swept;
  END IF;
END $$;

-- With the owner's rights: the service's role writes none of these rows by itself.
CREATE OR REPLACE FUNCTION count_arrival() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  PERFORM public.move_at_address(a.rail, new.asset, public.address_of_transfer(new), a.change, 0)
    FROM public.arrivals_of_transfer(new) a;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER count_arrival AFTER INSERT ON transfer FOR EACH ROW WHEN (new.kind = 'posted'
    AND (position('_deposits:' in new.debit_account) > 0 OR position('_deposits:' in new.credit_account) > 0))
  EXECUTE FUNCTION count_arrival();
