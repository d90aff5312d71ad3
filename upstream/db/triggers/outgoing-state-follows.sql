-- The state in `outgoing` itself, which `payout_guard` has replaced: it follows the status, for programs that still read it.
CREATE OR REPLACE FUNCTION outgoing_state_follows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF new.status = 'sending' THEN
    new.state := 'held';
  ELSIF new.status = 'sent' THEN
    new.state := 'settled';
  ELSIF new.status = 'returned' THEN
    new.state := 'returned';
  ELSIF new.status = 'failed' AND new.state NOT IN ('refused', 'reverted', 'void') THEN
    new.state := 'void';
  END IF;
  IF new.state IN ('settled', 'returned') THEN
    new.approved_at := coalesce(new.approved_at, new.created_at);
  END IF;
  RETURN new;
END $$;

CREATE OR REPLACE TRIGGER outgoing_state_follows BEFORE INSERT OR UPDATE OF status, state ON outgoing
  FOR EACH ROW EXECUTE FUNCTION outgoing_state_follows();
