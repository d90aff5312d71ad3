-- The closing of an account is recorded by the database: no role can record one of an account that is open.
CREATE OR REPLACE FUNCTION note_closing() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  INSERT INTO public.account_closing (member_id, closed_at) VALUES (new.id, new.closed_at) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER note_closing AFTER UPDATE OF closed_at ON member FOR EACH ROW
  WHEN (new.closed_at IS NOT NULL AND old.closed_at IS NULL) EXECUTE FUNCTION note_closing();
