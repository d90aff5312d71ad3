-- The number of a withdrawal among its member's, so that a page of the list costs the same however long it is. A trigger
-- writes it, for the version before too; the account is locked while a withdrawal is requested.
ALTER TABLE "withdrawal" ADD COLUMN "number" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "withdrawal" w SET "number" = s.number FROM (
  SELECT id, row_number() OVER (PARTITION BY member_id ORDER BY created_at, id) AS number FROM "withdrawal"
) s WHERE s.id = w.id;--> statement-breakpoint
CREATE UNIQUE INDEX "withdrawal_number" ON "withdrawal" USING btree ("member_id","number");--> statement-breakpoint
CREATE FUNCTION withdrawal_numbered() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT coalesce(max(w.number), 0) + 1 INTO new.number FROM public.withdrawal w WHERE w.member_id = new.member_id;
  RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER withdrawal_numbered BEFORE INSERT ON "withdrawal" FOR EACH ROW EXECUTE FUNCTION withdrawal_numbered();
