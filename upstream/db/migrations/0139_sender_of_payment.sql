ALTER TABLE "payment" ADD COLUMN "sender" text;--> statement-breakpoint
ALTER TABLE "deposit" ADD COLUMN "sender" text;
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
    -- A deposit that was taken back is booked again where, and from whom, its rail says then. The sender may be erased.
    OR old.status NOT IN ('pending', 'gone', 'taken_back') AND (new.place <> old.place OR new.sender <> old.sender))
  EXECUTE FUNCTION identity_stays();

CREATE OR REPLACE TRIGGER payment_identity_stays BEFORE UPDATE ON payment
  FOR EACH ROW WHEN ((new.id, new.order_ref, new.rail, new.rail_payment_id, new.asset)
      IS DISTINCT FROM (old.id, old.order_ref, old.rail, old.rail_payment_id, old.asset)
    -- Before that the network may include a call of a contract with another result. It may be erased.
    OR old.status = 'final' AND new.sender <> old.sender)
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
