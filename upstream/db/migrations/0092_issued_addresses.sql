CREATE TABLE "issued_address" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "issued_address_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_ref" text,
	"wallet_address_id" text,
	"address" text NOT NULL,
	"memo" text,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "issued_address_owner" CHECK (num_nonnulls(order_ref, wallet_address_id) = 1)
);
--> statement-breakpoint
ALTER TABLE "issued_address" ADD CONSTRAINT "issued_address_order_ref_exchange_order_ref_fk" FOREIGN KEY ("order_ref") REFERENCES "public"."exchange_order"("ref") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issued_address" ADD CONSTRAINT "issued_address_wallet_address_id_wallet_address_id_fk" FOREIGN KEY ("wallet_address_id") REFERENCES "public"."wallet_address"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "issued_address_order" ON "issued_address" USING btree ("order_ref") WHERE order_ref is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "issued_address_wallet" ON "issued_address" USING btree ("wallet_address_id") WHERE wallet_address_id is not null;--> statement-breakpoint
-- What customers were shown stays.
CREATE FUNCTION issued_address_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'where somebody was asked to pay does not change'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'issued_address_stays';
END $$;
--> statement-breakpoint
CREATE TRIGGER issued_address_stays BEFORE UPDATE OR DELETE ON issued_address
  FOR EACH ROW EXECUTE FUNCTION issued_address_stays();
--> statement-breakpoint
-- With the owner's rights: the service's role writes none of these rows by itself.
CREATE FUNCTION record_order_address() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  INSERT INTO public.issued_address (order_ref, address, memo, at) VALUES (new.ref, new.payin_address, new.payin_memo, new.updated_at);
  RETURN null;
END $$;
--> statement-breakpoint
CREATE FUNCTION record_wallet_address() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  INSERT INTO public.issued_address (wallet_address_id, address, memo, at) VALUES (new.id, new.address, new.memo, new.issued_at);
  RETURN null;
END $$;
--> statement-breakpoint
CREATE TRIGGER record_order_address AFTER UPDATE OF status, payin_address ON exchange_order
  FOR EACH ROW WHEN (new.status <> 'draft' AND new.payin_address IS NOT NULL AND (old.status = 'draft' OR old.payin_address IS NULL))
  EXECUTE FUNCTION record_order_address();
--> statement-breakpoint
CREATE TRIGGER record_inserted_order_address AFTER INSERT ON exchange_order
  FOR EACH ROW WHEN (new.status <> 'draft' AND new.payin_address IS NOT NULL) EXECUTE FUNCTION record_order_address();
--> statement-breakpoint
CREATE TRIGGER record_wallet_address AFTER INSERT ON wallet_address FOR EACH ROW EXECUTE FUNCTION record_wallet_address();
--> statement-breakpoint
-- Columns that say whose something is, or where its money came to.
CREATE FUNCTION identity_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a row of % says another owner, asset or address than before', TG_TABLE_NAME
    USING ERRCODE = 'check_violation', CONSTRAINT = TG_NAME;
END $$;
--> statement-breakpoint
CREATE TRIGGER order_identity_stays BEFORE UPDATE OF owner_id, pair_id, from_asset, to_asset, payin_address, payin_memo ON exchange_order
  FOR EACH ROW WHEN (old.status <> 'draft' AND (
    (new.pair_id, new.from_asset, new.to_asset) IS DISTINCT FROM (old.pair_id, old.from_asset, old.to_asset)
    OR old.payin_address IS NOT NULL AND (new.payin_address, new.payin_memo) IS DISTINCT FROM (old.payin_address, old.payin_memo)
    OR old.owner_id IS NOT NULL AND new.owner_id IS NOT NULL AND new.owner_id <> old.owner_id))
  EXECUTE FUNCTION identity_stays();
--> statement-breakpoint
CREATE TRIGGER wallet_address_identity_stays BEFORE UPDATE ON wallet_address
  FOR EACH ROW WHEN ((new.id, new.asset, new.rail, new.address, new.memo)
      IS DISTINCT FROM (old.id, old.asset, old.rail, old.address, old.memo)
    OR new.member_id IS NOT NULL AND new.member_id IS DISTINCT FROM old.member_id)
  EXECUTE FUNCTION identity_stays();
--> statement-breakpoint
CREATE TRIGGER deposit_identity_stays BEFORE UPDATE ON deposit
  FOR EACH ROW WHEN ((new.id, new.address_id, new.rail, new.rail_payment_id, new.asset)
      IS DISTINCT FROM (old.id, old.address_id, old.rail, old.rail_payment_id, old.asset))
  EXECUTE FUNCTION identity_stays();
--> statement-breakpoint
INSERT INTO issued_address (order_ref, address, memo, at)
  SELECT ref, payin_address, payin_memo, updated_at FROM exchange_order WHERE status <> 'draft' AND payin_address IS NOT NULL;
--> statement-breakpoint
INSERT INTO issued_address (wallet_address_id, address, memo, at) SELECT id, address, memo, issued_at FROM wallet_address;
