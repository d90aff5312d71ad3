-- What was confirmed never changes; erasing personal data is the exception.
CREATE OR REPLACE FUNCTION payout_destination_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'UPDATE' AND new.account = '' AND new.memo IS NULL
      AND (to_jsonb(new) - 'account' - 'memo') = (to_jsonb(old) - 'account' - 'memo') THEN
    RETURN new;
  END IF;
  RAISE EXCEPTION 'what was confirmed for % does not change', coalesce(old.order_ref, old.withdrawal_id)
    USING ERRCODE = 'check_violation', CONSTRAINT = 'payout_destination_stays';
END $$;

CREATE OR REPLACE TRIGGER payout_destination_stays BEFORE UPDATE OR DELETE ON payout_destination
  FOR EACH ROW EXECUTE FUNCTION payout_destination_stays();
