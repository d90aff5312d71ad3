ALTER TABLE "exchange_order" ADD COLUMN "mailbox" text;--> statement-breakpoint
CREATE INDEX "order_mailbox" ON "exchange_order" USING btree ("mailbox","created_at") WHERE mailbox is not null;
--> statement-breakpoint
-- The mailbox that an address reaches, as mailboxOf of upstream/mail/rules/mailbox.ts: case, what follows a `+`, and the dots of Gmail do not
-- count. Values of this function are compared with each other only.
CREATE OR REPLACE FUNCTION mailbox_of(email text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN domain IN ('gmail.com', 'googlemail.com') THEN replace(local, '.', '') || '@gmail.com' ELSE local || '@' || domain END
    FROM (SELECT split_part(regexp_replace(lower(email), '@[^@]*$', ''), '+', 1) AS local, substring(lower(email) FROM '[^@]*$') AS domain) AS parts
$$;

CREATE OR REPLACE FUNCTION mailbox_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  new.mailbox := public.mailbox_of(new.email);
  RETURN new;
END $$;

-- Whoever writes an order, the version before included.
CREATE OR REPLACE TRIGGER mailbox_of_order BEFORE INSERT OR UPDATE OF email, mailbox ON exchange_order
  FOR EACH ROW EXECUTE FUNCTION mailbox_of_order();
