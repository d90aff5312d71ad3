-- Where a customer was asked to pay stays.
CREATE OR REPLACE FUNCTION issued_address_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'where somebody was asked to pay does not change'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'issued_address_stays';
END $$;

CREATE OR REPLACE TRIGGER issued_address_stays BEFORE UPDATE OR DELETE ON issued_address
  FOR EACH ROW EXECUTE FUNCTION issued_address_stays();

-- Recorded with the owner's rights: the service's role writes none of these rows by itself.
CREATE OR REPLACE FUNCTION record_order_address() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  INSERT INTO public.issued_address (order_ref, address, memo, at) VALUES (new.ref, new.payin_address, new.payin_memo, new.updated_at);
  RETURN null;
END $$;

CREATE OR REPLACE TRIGGER record_order_address AFTER UPDATE OF status, payin_address ON exchange_order
  FOR EACH ROW WHEN (new.status <> 'draft' AND new.payin_address IS NOT NULL AND (old.status = 'draft' OR old.payin_address IS NULL))
  EXECUTE FUNCTION record_order_address();

CREATE OR REPLACE TRIGGER record_inserted_order_address AFTER INSERT ON exchange_order
  FOR EACH ROW WHEN (new.status <> 'draft' AND new.payin_address IS NOT NULL) EXECUTE FUNCTION record_order_address();

CREATE OR REPLACE FUNCTION record_wallet_address() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  INSERT INTO public.issued_address (wallet_address_id, address, memo, at) VALUES (new.id, new.address, new.memo, new.issued_at);
  RETURN null;
END $$;

CREATE OR REPLACE TRIGGER record_wallet_address AFTER INSERT ON wallet_address FOR EACH ROW EXECUTE FUNCTION record_wallet_address();
