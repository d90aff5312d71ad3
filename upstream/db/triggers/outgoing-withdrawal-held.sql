-- A withdrawal is sent only once its money is held at the place that pays out: without that it could not be booked.
CREATE OR REPLACE FUNCTION withdrawal_is_held() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT 1 FROM transfer t WHERE t.id = new.transfer_id AND t.kind = 'pending'
      AND t.credit_account = 'assets:' || new.rail || ':' || new.asset
  ) THEN
    RAISE EXCEPTION 'the money of the withdrawal % is not held at %', new.withdrawal_id, new.rail
      USING ERRCODE = 'check_violation', CONSTRAINT = 'outgoing_withdrawal_held';
  END IF;
  RETURN new;
END $$;

CREATE OR REPLACE TRIGGER outgoing_withdrawal_held BEFORE INSERT ON outgoing
  FOR EACH ROW WHEN (new.kind = 'withdrawal') EXECUTE FUNCTION withdrawal_is_held();
