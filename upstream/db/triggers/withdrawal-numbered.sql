-- The number of a withdrawal among its member's, so that a page of the list costs the same however long the list is. The account is
-- locked while a withdrawal is requested.
CREATE OR REPLACE FUNCTION withdrawal_numbered() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT coalesce(max(w.number), 0) + 1 INTO new.number FROM public.withdrawal w WHERE w.member_id = new.member_id;
  RETURN new;
END $$;

CREATE OR REPLACE TRIGGER withdrawal_numbered BEFORE INSERT ON "withdrawal" FOR EACH ROW EXECUTE FUNCTION withdrawal_numbered();
