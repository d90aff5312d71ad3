-- Counts an email against its recipient's allowance, or holds it back. The lock lasts until the statement has been committed, and each
-- statement in here sees what was committed before it, so of two emails at once the second counts the first. Called by the outbox.
CREATE OR REPLACE FUNCTION admit_email(email_id text, to_mailbox text, most integer, since timestamptz, admitted timestamptz)
  RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  may_go boolean;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('emails ' || to_mailbox, 0));
  SELECT count(*) < most INTO may_go FROM letter WHERE mailbox = to_mailbox AND admitted_at > since;
  IF may_go THEN
    UPDATE letter SET admitted_at = admitted WHERE id = email_id;
  ELSE
    UPDATE letter SET status = 'held' WHERE id = email_id;
  END IF;
  RETURN may_go;
END $$;
