-- Every outgoing transfer has a row of the payout guard from the beginning.
CREATE OR REPLACE FUNCTION payout_guard_begins() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO payout_guard (outgoing_id, state, approved_at)
    VALUES (new.id,
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
