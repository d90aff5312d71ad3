-- Of the holds that ended at their deadline, only delays have led to these statuses.
UPDATE "order_event" SET "from_hold_reason" = 'new_user_delay'
  WHERE "event" = 'hold_ended' AND "from_status" = 'on_hold'
    AND "to_status" IN ('awaiting_payment', 'confirming', 'processing', 'expired');--> statement-breakpoint
ALTER TABLE "order_event" VALIDATE CONSTRAINT "order_event_from_hold_reason_check";
