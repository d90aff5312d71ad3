-- Every outgoing transfer has a row of the payout guard from the beginning.
CREATE OR REPLACE FUNCTION payout_guard_begins() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO payout_guard (outgoing_id, cap_rail, cap_asset, cap_amount, state, approved_at)
    VALUES (new.id,
      CASE WHEN new.kind <> 'sweep' THEN new.rail END,
      CASE WHEN new.kind <> 'sweep' THEN new.asset END,
      CASE WHEN new.kind <> 'sweep' THEN new.amount END,
      CASE new.status WHEN 'sending' THEN 'waiting' WHEN 'sent' THEN 'settled' WHEN 'returned' THEN 'returned' ELSE 'void' END,
      CASE WHEN new.status IN ('sent', 'returned') THEN new.created_at END);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER payout_guard_begins AFTER INSERT ON outgoing
  FOR EACH ROW EXECUTE FUNCTION payout_guard_begins();

-- The state follows where only the status of the transfer is written, for example by an operator's record.
CREATE OR REPLACE FUNCTION payout_guard_follows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF new.status = 'sent' THEN
    UPDATE payout_guard SET state = 'settled', approved_at = coalesce(approved_at, new.created_at)
      WHERE outgoing_id = new.id AND (state <> 'settled' OR approved_at IS NULL);
  ELSIF new.status = 'returned' THEN
    UPDATE payout_guard SET state = 'returned', approved_at = coalesce(approved_at, new.created_at)
      WHERE outgoing_id = new.id AND (state <> 'returned' OR approved_at IS NULL);
  ELSIF new.status = 'failed' THEN
    UPDATE payout_guard SET state = 'void' WHERE outgoing_id = new.id AND state NOT IN ('refused', 'reverted', 'void');
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER payout_guard_follows AFTER UPDATE OF status ON outgoing
  FOR EACH ROW EXECUTE FUNCTION payout_guard_follows();

-- What counts against the caps is what was asked for.
CREATE OR REPLACE FUNCTION payout_guard_cap_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what the movement % counts against its caps does not change', old.outgoing_id
    USING ERRCODE = 'check_violation', CONSTRAINT = 'payout_guard_cap_stays';
END $$;

CREATE OR REPLACE TRIGGER payout_guard_cap_stays BEFORE UPDATE OF cap_rail, cap_asset, cap_amount ON payout_guard FOR EACH ROW
  WHEN ((old.cap_rail, old.cap_asset, old.cap_amount) IS DISTINCT FROM (new.cap_rail, new.cap_asset, new.cap_amount))
  EXECUTE FUNCTION payout_guard_cap_stays();

-- What a rail has prepared is sent as it is, however often.
CREATE OR REPLACE FUNCTION payout_plan_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what its rail has prepared for the payout % does not change', old.outgoing_id
    USING ERRCODE = 'check_violation', CONSTRAINT = TG_NAME;
END $$;

CREATE OR REPLACE TRIGGER payout_plan_stays BEFORE UPDATE OF plan ON payout_guard
  FOR EACH ROW WHEN (old.plan IS NOT NULL AND new.plan IS DISTINCT FROM old.plan)
  EXECUTE FUNCTION payout_plan_stays();

-- While its network may take a transfer back, another transaction may include it; after that its transaction stays.
CREATE OR REPLACE FUNCTION outgoing_transaction_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM public.payout_guard WHERE outgoing_id = old.id AND next_read_at IS NOT NULL) THEN
    RAISE EXCEPTION 'the payout % says another transaction than before', old.id
      USING ERRCODE = 'check_violation', CONSTRAINT = TG_NAME;
  END IF;
  RETURN new;
END $$;

CREATE OR REPLACE TRIGGER outgoing_transaction_stays BEFORE UPDATE OF rail_tx_id ON outgoing
  FOR EACH ROW WHEN (old.status IN ('sent', 'returned') AND old.rail_tx_id IS NOT NULL AND new.rail_tx_id IS DISTINCT FROM old.rail_tx_id)
  EXECUTE FUNCTION outgoing_transaction_stays();
