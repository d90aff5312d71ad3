-- Staff are added by commands that staff have signed. Only the first of all, and what the database's owner adds after keys were lost,
-- has no signature.
CREATE OR REPLACE FUNCTION staff_credential_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('staff', 0));
  IF NEW.added_by IS NULL AND EXISTS (SELECT 1 FROM staff_credential)
      AND NOT pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = 'staff_credential'::regclass), 'member') THEN
    RAISE EXCEPTION 'staff are added by a signed command, or by the owner of the database'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'staff_credential_signed';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER staff_credential_added BEFORE INSERT ON staff_credential
  FOR EACH ROW EXECUTE FUNCTION staff_credential_added();
