CREATE INDEX "order_payin_invoice_url" ON "exchange_order" USING hash ("payin_invoice_url");--> statement-breakpoint
CREATE INDEX "order_payin_redirect_url" ON "exchange_order" USING hash ("payin_redirect_url");--> statement-breakpoint
CREATE INDEX "outgoing_swept_to" ON "outgoing" USING btree ("account") WHERE kind = 'sweep';--> statement-breakpoint
CREATE INDEX "wallet_address_address" ON "wallet_address" USING btree ("address");