-- What the payout policy has decided stays.
CREATE OR REPLACE FUNCTION payout_clearance_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what was decided for % does not change', old.id
    USING ERRCODE = 'check_violation', CONSTRAINT = 'payout_clearance_stays';
END $$;

CREATE OR REPLACE TRIGGER payout_clearance_stays BEFORE UPDATE OR DELETE ON payout_clearance
  FOR EACH ROW EXECUTE FUNCTION payout_clearance_stays();
