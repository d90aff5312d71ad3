DROP INDEX "payment_once";--> statement-breakpoint
CREATE UNIQUE INDEX "payment_once" ON "payment" USING btree ("rail",lower("rail_payment_id"));