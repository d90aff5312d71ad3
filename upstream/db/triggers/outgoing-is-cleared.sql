-- An outgoing transfer is the one that was cleared: its account, who has confirmed it, and the proof. A transfer without a clearance is
-- one of a version from before clearances, and gets one for a day after the upgrade from that version.
CREATE OR REPLACE FUNCTION outgoing_is_cleared() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  cleared public.payout_clearance;
BEGIN
  SELECT * INTO cleared FROM public.payout_clearance WHERE id = new.id;
  IF NOT FOUND THEN
    IF EXISTS (SELECT 1 FROM public.audit WHERE id = 'aud_first:clearances' AND at > now() - interval '1 day') THEN
      INSERT INTO public.payout_clearance
          (id, rule, source, destination, caused_by, proof, second_person, notice, decided_at)
        VALUES (new.id, CASE new.kind WHEN 'sweep' THEN 'sweep' ELSE 'confirmed_before' END,
          CASE new.kind WHEN 'sweep' THEN 'house' WHEN 'withdrawal' THEN 'wallet' ELSE 'order' END,
          CASE new.kind WHEN 'sweep' THEN 'house' ELSE 'named' END,
          CASE new.kind WHEN 'sweep' THEN 'house' ELSE 'earlier_version' END,
          CASE new.kind WHEN 'sweep' THEN 'none' ELSE 'unknown' END,
          'none', CASE new.kind WHEN 'sweep' THEN 'none' ELSE 'order' END, new.created_at);
    END IF;
    RETURN new;
  END IF;
  IF (new.kind = 'sweep') <> (cleared.rule = 'sweep')
    OR (cleared.destination = 'own_wallet') <> (new.rail = 'wallet')
    OR (cleared.destination = 'gone') <> (new.status <> 'sending')
    OR cleared.destination IN ('trusted', 'new', 'named', 'operator') AND cleared.caused_by <> 'earlier_version'
      AND NOT EXISTS (
        SELECT 1 FROM public.payout_destination d
          WHERE (d.order_ref = new.order_ref OR d.withdrawal_id = new.withdrawal_id
              OR new.kind = 'unclaimed_payout' AND to_jsonb(d)->>'unclaimed_payout_id' = new.id)
            AND (d.account, d.memo) IS NOT DISTINCT FROM (new.account, new.memo)
            AND (d.amount IS NULL OR d.amount = new.amount)
            AND d.confirmed_by = cleared.caused_by AND d.proof = cleared.proof)
  THEN
    RAISE EXCEPTION 'the payout % is not the one that was cleared', new.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'outgoing_is_cleared';
  END IF;
  RETURN new;
END $$;

CREATE OR REPLACE TRIGGER outgoing_is_cleared BEFORE INSERT ON outgoing FOR EACH ROW EXECUTE FUNCTION outgoing_is_cleared();
