-- The day's sums of holds that have ended. `holds_in_time` counts those that no decision and no deadline had to end: the reasons named
-- here are mere delays, after which the order goes on automatically. Deferred for the same reason as `day_of_order_outcome`.
CREATE OR REPLACE FUNCTION day_of_ended_hold() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  delays text[] := array['new_user_delay', 'new_payout_account'];
  is_late boolean;
BEGIN
  IF new.event = 'hold_ended' AND new.from_hold_reason = ANY (delays) THEN
    RETURN NULL;
  END IF;
  SELECT EXISTS (
    SELECT FROM public.order_event t
      WHERE t.order_ref = new.order_ref AND t.event = 'hold_ended' AND t.from_status = 'on_hold'
        AND coalesce(t.from_hold_reason <> ALL (delays), true)
        AND t.version <= new.version AND t.version > (
          SELECT max(e.version) FROM public.order_event e
            WHERE e.order_ref = new.order_ref AND e.to_status = 'on_hold' AND e.from_status IS DISTINCT FROM 'on_hold'
              AND e.version < new.version))
    INTO is_late;
  INSERT INTO public.order_day (day) VALUES ((new.at AT TIME ZONE 'UTC')::date) ON CONFLICT DO NOTHING;
  UPDATE public.order_day SET holds_ended = holds_ended + 1, holds_in_time = holds_in_time + (NOT is_late)::integer
    WHERE day = (new.at AT TIME ZONE 'UTC')::date;
  RETURN NULL;
END $$;

DROP TRIGGER IF EXISTS day_of_ended_hold ON order_event;
CREATE CONSTRAINT TRIGGER day_of_ended_hold AFTER INSERT ON order_event
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.from_status = 'on_hold' AND new.to_status <> 'on_hold')
  EXECUTE FUNCTION day_of_ended_hold();
