-- What a task at PayPal asks for stays, and so does its end.
CREATE OR REPLACE FUNCTION paypal_task_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (new.number, new.kind, new.movement_id, new.order_ref, new.asset, new.amount, new.created_at)
      IS DISTINCT FROM (old.number, old.kind, old.movement_id, old.order_ref, old.asset, old.amount, old.created_at)
    OR (old.ended_at IS NOT NULL AND (new.state, new.ended_at) IS DISTINCT FROM (old.state, old.ended_at))
  THEN
    RAISE EXCEPTION 'what the task % asks for, and its end, do not change', old.number
      USING ERRCODE = 'check_violation', CONSTRAINT = 'paypal_task_stays';
  END IF;
  RETURN new;
END $$;

CREATE OR REPLACE TRIGGER paypal_task_stays BEFORE UPDATE ON paypal_task FOR EACH ROW EXECUTE FUNCTION paypal_task_stays();
