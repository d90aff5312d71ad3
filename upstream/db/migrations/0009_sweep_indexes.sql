CREATE INDEX "order_rate_due" ON "exchange_order" USING btree ("status","rate_locked_until");--> statement-breakpoint
CREATE INDEX "order_payin_open" ON "exchange_order" USING btree ("status","payin_method") WHERE payin_closed_at is null;--> statement-breakpoint
CREATE INDEX "order_owner_status" ON "exchange_order" USING btree ("owner_id","status");