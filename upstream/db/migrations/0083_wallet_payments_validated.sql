ALTER TABLE "security_event" VALIDATE CONSTRAINT "security_event_event_check";
--> statement-breakpoint
ALTER TABLE "exchange_order" VALIDATE CONSTRAINT "exchange_order_hold_reason_check";
--> statement-breakpoint
ALTER TABLE "order_event" VALIDATE CONSTRAINT "order_event_from_hold_reason_check";
