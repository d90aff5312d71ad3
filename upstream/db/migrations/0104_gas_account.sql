ALTER TABLE "address_balance" ADD COLUMN "ours" numeric(38,0) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sweep_part" ADD COLUMN "gas_asset" text;--> statement-breakpoint
ALTER TABLE "sweep_part" ADD COLUMN "topped_up" numeric(38,0) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sweep_part" ADD COLUMN "top_up_fee" numeric(38,0) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sweep_part" ADD COLUMN "remainder" numeric(38,0) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sweep_part" ADD CONSTRAINT "sweep_part_gas" CHECK (topped_up >= 0 and top_up_fee >= 0 and remainder >= 0 and remainder < amount
        and (gas_asset is not null or topped_up + top_up_fee + remainder = 0));;
--> statement-breakpoint
-- Our own money at a rail lies where it pays out from, at the account that pays for sweeps, and at deposit addresses.
CREATE OR REPLACE FUNCTION flow_account(id text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN split_part(id, ':', 1) <> 'assets' THEN split_part(id, ':', 1)
    ELSE coalesce(substring(split_part(id, ':', 2) from '_(deposits|gas|dust|disputed)$'), 'rail')
  END
$$;
--> statement-breakpoint
-- As before, with the names of the fees that deposit addresses pay.
CREATE OR REPLACE FUNCTION cause_by_name(
  name text, code text, order_ref text,
  OUT payment_id text, OUT outgoing_id text, OUT deposit_id text, OUT withdrawal_id text, OUT reward_id text,
  OUT affiliate_payout_id text, OUT closing_id text, OUT audit_id text, OUT caused_by text
) LANGUAGE plpgsql AS $$
DECLARE
  base text := regexp_replace(name, ':shortfall$', '');
  head text := split_part(name, ':', 1);
  second text := nullif(split_part(name, ':', 2), '');
BEGIN
  CASE code
    WHEN 'payin', 'rail_fee' THEN
      IF order_ref IS NOT NULL AND head = 'payin' THEN
        payment_id := regexp_replace(regexp_replace(substr(base, 7), ':fee$', ''), ':again-[0-9]+$', '');
      END IF;
    WHEN 'network_fee' THEN
      IF base ~ ':(gas|gas:post|gas:void|network-fee|failed-fee|address-fee|failed-address-fee)$' THEN
        outgoing_id := regexp_replace(base, ':(gas|gas:post|gas:void|network-fee|failed-fee|address-fee|failed-address-fee)$', '');
      END IF;
    WHEN 'rebalance' THEN
      IF head = 'sweep' THEN outgoing_id := second;
      ELSIF head = 'deposit' AND order_ref IS NULL THEN deposit_id := second;
      END IF;
    WHEN 'deposit' THEN deposit_id := second;
    WHEN 'withdrawal', 'withdrawal_fee' THEN withdrawal_id := second;
    WHEN 'affiliate' THEN
      IF head = 'affiliate' THEN reward_id := second; ELSE affiliate_payout_id := second; END IF;
    WHEN 'given_up' THEN closing_id := second;
    WHEN 'unclaimed_payout' THEN outgoing_id := regexp_replace(second, ':shortfall$', '');
    WHEN 'adjustment' THEN
      IF head = 'wallet-correction' THEN audit_id := second; END IF;
    WHEN 'debt' THEN
      -- Named by the transfer that brought the money, or by the withdrawal that gave it back.
      IF head = 'withdrawal' THEN withdrawal_id := second;
      ELSE
        SELECT t.id INTO caused_by FROM public.transfer t
          WHERE t.id IN (regexp_replace(name, ':debt$', ''), regexp_replace(name, ':debt$', ':shortfall')) LIMIT 1;
      END IF;
    WHEN 'shortfall' THEN
      SELECT t.id INTO caused_by FROM public.transfer t WHERE t.id = regexp_replace(name, ':repayment$', '');
    ELSE NULL;
  END CASE;
END $$;
--> statement-breakpoint
-- What a part of a sweep has left at its address of our own money: in the asset of its fees.
CREATE FUNCTION ours_by(part public.sweep_part) RETURNS numeric LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN part.gas_asset IS NULL THEN 0 ELSE part.topped_up - coalesce(part.fee, 0)
    + CASE WHEN part.state = 'arrived' THEN part.remainder ELSE 0 END END
$$;
--> statement-breakpoint
CREATE FUNCTION move_ours(of_rail text, of_asset text, at_address text, change numeric) RETURNS void LANGUAGE sql AS $$
  INSERT INTO public.address_balance (rail, asset, address, ours) VALUES (of_rail, of_asset, at_address, change)
    ON CONFLICT (rail, asset, address) DO UPDATE SET ours = address_balance.ours + excluded.ours
$$;
--> statement-breakpoint
CREATE FUNCTION count_ours() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  change numeric := public.ours_by(new) - CASE WHEN TG_OP = 'UPDATE' THEN public.ours_by(old) ELSE 0 END;
BEGIN
  IF change <> 0 THEN
    PERFORM public.move_ours(o.rail, new.gas_asset, new.address, change) FROM public.outgoing o WHERE o.id = new.sweep_id;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER count_ours AFTER INSERT OR UPDATE ON sweep_part FOR EACH ROW WHEN (new.gas_asset IS NOT NULL)
  EXECUTE FUNCTION count_ours();
--> statement-breakpoint
-- What an operator books at deposit addresses is at none of them.
CREATE FUNCTION count_own_entry() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  PERFORM public.move_ours(regexp_replace(split_part(s.account, ':', 2), '_dust$', ''), new.asset, '', s.change)
    FROM (VALUES (new.debit_account, new.amount), (new.credit_account, -new.amount)) s (account, change)
    WHERE public.flow_account(s.account) = 'dust';
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER count_own_entry AFTER INSERT ON transfer FOR EACH ROW WHEN (new.kind = 'posted' AND new.outgoing_id IS NULL
    AND (position('_dust:' in new.debit_account) > 0 OR position('_dust:' in new.credit_account) > 0))
  EXECUTE FUNCTION count_own_entry();
