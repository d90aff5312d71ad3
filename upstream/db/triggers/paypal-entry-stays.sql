-- What a person has entered of PayPal stays as it was entered, and so does the decision about it.
CREATE OR REPLACE FUNCTION paypal_entry_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (new.id, new.task, new.kind, new.tx, new.of_tx, new.case_id, new.answer_by, new.amount, new.fee, new.has_other_payer, new.line, new.at, new.entered_by, new.entered_at, new.command_id, new.needs_second)
      IS DISTINCT FROM (old.id, old.task, old.kind, old.tx, old.of_tx, old.case_id, old.answer_by, old.amount, old.fee, old.has_other_payer, old.line, old.at, old.entered_by, old.entered_at, old.command_id, old.needs_second)
    OR (old.state <> 'waiting' AND (new.state, new.decided_by, new.decided_at, new.decision_id)
      IS DISTINCT FROM (old.state, old.decided_by, old.decided_at, old.decision_id))
  THEN
    RAISE EXCEPTION 'the entry % does not change', old.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'paypal_entry_stays';
  END IF;
  RETURN new;
END $$;

CREATE OR REPLACE TRIGGER paypal_entry_stays BEFORE UPDATE ON paypal_entry FOR EACH ROW EXECUTE FUNCTION paypal_entry_stays();
