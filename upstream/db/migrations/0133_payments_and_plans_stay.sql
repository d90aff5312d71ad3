-- Custom SQL migration file, put your code below! --
--> statement-breakpoint
-- Owner, assets and payment address of an order, a payment, a wallet address or a deposit do not change, nor the assets of a pair, nor
-- what an outgoing transfer sends and where to.
CREATE OR REPLACE FUNCTION identity_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a row of % says another owner, asset or address than before', TG_TABLE_NAME
    USING ERRCODE = 'check_violation', CONSTRAINT = TG_NAME;
END $$;

CREATE OR REPLACE TRIGGER order_identity_stays
  BEFORE UPDATE OF owner_id, email, pair_id, from_asset, to_asset, payin_rail, payin_address, payin_memo, payin_uri,
    payin_invoice_url, payin_redirect_url, payout_to_wallet ON exchange_order
  FOR EACH ROW WHEN (old.status <> 'draft' AND (
    (new.pair_id, new.from_asset, new.to_asset) IS DISTINCT FROM (old.pair_id, old.from_asset, old.to_asset)
    OR old.payin_rail IS NOT NULL AND new.payin_rail IS DISTINCT FROM old.payin_rail
    OR old.payin_address IS NOT NULL AND (new.payin_address, new.payin_memo) IS DISTINCT FROM (old.payin_address, old.payin_memo)
    -- Payment links and QR codes; they may be cleared.
    OR new.payin_uri <> old.payin_uri OR new.payin_invoice_url <> old.payin_invoice_url
    OR new.payin_redirect_url <> old.payin_redirect_url
    -- A payout to an account does not become one to a wallet: no confirmed destination would be compared.
    OR new.payout_to_wallet AND NOT old.payout_to_wallet
    OR new.email <> old.email OR new.email IS NOT NULL AND old.email IS NULL
    -- A guest's order whose mailbox was proven gets an owner; an owner is removed with the order's personal data, and no other comes.
    OR new.owner_id <> old.owner_id OR new.owner_id IS NULL AND old.owner_id IS NOT NULL AND new.email IS NOT NULL
    OR new.owner_id IS NOT NULL AND old.owner_id IS NULL AND (old.email IS NULL OR old.email_proof IS NULL)))
  EXECUTE FUNCTION identity_stays();

CREATE OR REPLACE TRIGGER wallet_address_identity_stays BEFORE UPDATE ON wallet_address
  FOR EACH ROW WHEN ((new.id, new.asset, new.rail, new.address, new.memo, new.uri)
      IS DISTINCT FROM (old.id, old.asset, old.rail, old.address, old.memo, old.uri)
    OR new.member_id IS NOT NULL AND new.member_id IS DISTINCT FROM old.member_id)
  EXECUTE FUNCTION identity_stays();

CREATE OR REPLACE TRIGGER deposit_identity_stays BEFORE UPDATE ON deposit
  FOR EACH ROW WHEN ((new.id, new.address_id, new.rail, new.rail_payment_id, new.asset)
      IS DISTINCT FROM (old.id, old.address_id, old.rail, old.rail_payment_id, old.asset)
    -- A deposit that was taken back is booked again where its rail says then.
    OR old.status NOT IN ('pending', 'gone', 'taken_back') AND new.place <> old.place)
  EXECUTE FUNCTION identity_stays();

CREATE OR REPLACE TRIGGER payment_identity_stays BEFORE UPDATE ON payment
  FOR EACH ROW WHEN ((new.id, new.order_ref, new.rail, new.rail_payment_id, new.asset)
      IS DISTINCT FROM (old.id, old.order_ref, old.rail, old.rail_payment_id, old.asset))
  EXECUTE FUNCTION identity_stays();

CREATE OR REPLACE TRIGGER pair_identity_stays BEFORE UPDATE OF id, from_asset, to_asset ON pair
  FOR EACH ROW WHEN ((new.id, new.from_asset, new.to_asset) IS DISTINCT FROM (old.id, old.from_asset, old.to_asset))
  EXECUTE FUNCTION identity_stays();

CREATE OR REPLACE TRIGGER outgoing_identity_stays BEFORE UPDATE ON outgoing
  FOR EACH ROW WHEN ((new.id, new.order_ref, new.withdrawal_id, new.kind, new.attempt, new.rail, new.asset, new.created_at)
      IS DISTINCT FROM (old.id, old.order_ref, old.withdrawal_id, old.kind, old.attempt, old.rail, old.asset, old.created_at)
    -- A sweep ends with what has arrived of it.
    OR old.kind <> 'sweep' AND (new.amount, new.fee) IS DISTINCT FROM (old.amount, old.fee)
    -- Erased with the personal data of its owner.
    OR (new.account, new.memo) IS DISTINCT FROM (old.account, old.memo) AND NOT (new.account = '' AND new.memo IS NULL))
  EXECUTE FUNCTION identity_stays();

--> statement-breakpoint
-- Every outgoing transfer has a row of the payout guard from the beginning.
CREATE OR REPLACE FUNCTION payout_guard_begins() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO payout_guard (outgoing_id, cap_rail, cap_asset, cap_amount, state, approved_at)
    VALUES (new.id,
      CASE WHEN new.kind <> 'sweep' THEN new.rail END,
      CASE WHEN new.kind <> 'sweep' THEN new.asset END,
      CASE WHEN new.kind <> 'sweep' THEN new.amount END,
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

-- What counts against the caps is what was asked for.
CREATE OR REPLACE FUNCTION payout_guard_cap_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what the movement % counts against its caps does not change', old.outgoing_id
    USING ERRCODE = 'check_violation', CONSTRAINT = 'payout_guard_cap_stays';
END $$;

CREATE OR REPLACE TRIGGER payout_guard_cap_stays BEFORE UPDATE OF cap_rail, cap_asset, cap_amount ON payout_guard FOR EACH ROW
  WHEN ((old.cap_rail, old.cap_asset, old.cap_amount) IS DISTINCT FROM (new.cap_rail, new.cap_asset, new.cap_amount))
  EXECUTE FUNCTION payout_guard_cap_stays();

-- What a rail has prepared is sent as it is, however often.
CREATE OR REPLACE FUNCTION payout_plan_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what its rail has prepared for the payout % does not change', old.outgoing_id
    USING ERRCODE = 'check_violation', CONSTRAINT = TG_NAME;
END $$;

CREATE OR REPLACE TRIGGER payout_plan_stays BEFORE UPDATE OF plan ON payout_guard
  FOR EACH ROW WHEN (old.plan IS NOT NULL AND new.plan IS DISTINCT FROM old.plan)
  EXECUTE FUNCTION payout_plan_stays();

-- While its network may take a transfer back, another transaction may include it; after that its transaction stays.
CREATE OR REPLACE FUNCTION outgoing_transaction_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM public.payout_guard WHERE outgoing_id = old.id AND next_read_at IS NOT NULL) THEN
    RAISE EXCEPTION 'the payout % says another transaction than before', old.id
      USING ERRCODE = 'check_violation', CONSTRAINT = TG_NAME;
  END IF;
  RETURN new;
END $$;

CREATE OR REPLACE TRIGGER outgoing_transaction_stays BEFORE UPDATE OF rail_tx_id ON outgoing
  FOR EACH ROW WHEN (old.status IN ('sent', 'returned') AND old.rail_tx_id IS NOT NULL AND new.rail_tx_id IS DISTINCT FROM old.rail_tx_id)
  EXECUTE FUNCTION outgoing_transaction_stays();
