-- What PayPal's report has said stays: a line that has changed is another row, and only its account is emptied.
CREATE OR REPLACE FUNCTION paypal_line_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (to_jsonb(new) - 'replaced_by' - 'account') IS DISTINCT FROM (to_jsonb(old) - 'replaced_by' - 'account')
    OR (old.replaced_by IS NOT NULL AND new.replaced_by IS DISTINCT FROM old.replaced_by)
    OR (new.account IS DISTINCT FROM old.account AND (old.account IS NULL OR new.account IS DISTINCT FROM ''))
  THEN
    RAISE EXCEPTION 'the line % of a report does not change', old.number
      USING ERRCODE = 'check_violation', CONSTRAINT = 'paypal_line_stays';
  END IF;
  RETURN new;
END $$;

CREATE OR REPLACE TRIGGER paypal_line_stays BEFORE UPDATE ON paypal_line FOR EACH ROW EXECUTE FUNCTION paypal_line_stays();
