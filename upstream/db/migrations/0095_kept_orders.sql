CREATE INDEX "order_address_kept" ON "exchange_order" USING btree ("updated_at") WHERE client_address is not null;--> statement-breakpoint
CREATE INDEX "order_guest_kept" ON "exchange_order" USING btree ("updated_at") WHERE owner_id is null and email is not null;--> statement-breakpoint
CREATE INDEX "order_review_due" ON "exchange_order" USING btree ("updated_at") WHERE status in ('completed', 'refunded');--> statement-breakpoint
CREATE INDEX "outgoing_settled" ON "outgoing" USING btree ("settled_at") WHERE settled_at is not null;