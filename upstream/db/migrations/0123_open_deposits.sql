DROP INDEX "deposit_pending";--> statement-breakpoint
CREATE INDEX "deposit_open" ON "deposit" USING btree ("member_id","wallet_asset") WHERE status in ('pending', 'collecting', 'checking');