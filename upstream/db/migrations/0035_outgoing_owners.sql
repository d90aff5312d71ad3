ALTER TABLE "outgoing" DROP CONSTRAINT "outgoing_kind_check";--> statement-breakpoint
ALTER TABLE "outgoing" ALTER COLUMN "order_ref" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "sandbox_step" ALTER COLUMN "order_ref" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "outgoing" ADD COLUMN "withdrawal_id" text;--> statement-breakpoint
CREATE UNIQUE INDEX "outgoing_withdrawal" ON "outgoing" USING btree ("withdrawal_id","attempt") WHERE withdrawal_id is not null;--> statement-breakpoint
CREATE INDEX "outgoing_failed" ON "outgoing" USING btree ("settled_at") WHERE status = 'failed';--> statement-breakpoint
ALTER TABLE "outgoing" ADD CONSTRAINT "outgoing_owner" CHECK ((kind in ('payout', 'refund')) = (order_ref is not null) and (kind = 'withdrawal') = (withdrawal_id is not null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "outgoing" ADD CONSTRAINT "outgoing_kind_check" CHECK ("kind" in ('payout', 'refund', 'withdrawal', 'sweep')) NOT VALID;