-- The settle time that the customer was told when the order was executed stays.
CREATE OR REPLACE FUNCTION settle_seconds_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the settle time of the executed order % cannot be changed', old.ref USING ERRCODE = 'check_violation', CONSTRAINT = 'settle_seconds_stay';
END $$;

CREATE OR REPLACE TRIGGER settle_seconds_stay BEFORE UPDATE OF settle_seconds ON exchange_order FOR EACH ROW
  WHEN (old.status <> 'draft' AND new.settle_seconds IS DISTINCT FROM old.settle_seconds) EXECUTE FUNCTION settle_seconds_stay();
