CREATE TABLE "unclaimed_payout" (
	"id" text PRIMARY KEY NOT NULL,
	"order_ref" text,
	"deposit_id" text,
	"closing_id" text,
	"withdrawal_id" text,
	"rail" text NOT NULL,
	"asset" text NOT NULL,
	"amount" numeric(38,0) NOT NULL,
	"account" text NOT NULL,
	"memo" text,
	"status" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "unclaimed_payout_status_check" CHECK ("status" in ('sending', 'sent', 'returned', 'failed')),
	CONSTRAINT "unclaimed_payout_origin" CHECK (num_nonnulls(order_ref, deposit_id, closing_id, withdrawal_id) = 1),
	CONSTRAINT "unclaimed_payout_amount" CHECK (amount > 0),
	CONSTRAINT "unclaimed_payout_ended" CHECK ((status = 'sending') = (ended_at is null))
);
--> statement-breakpoint
ALTER TABLE "transfer" DROP CONSTRAINT "transfer_code_check";--> statement-breakpoint
ALTER TABLE "outgoing" DROP CONSTRAINT "outgoing_kind_check";--> statement-breakpoint
ALTER TABLE "payout_clearance" DROP CONSTRAINT "payout_clearance_policy";--> statement-breakpoint
ALTER TABLE "payout_destination" DROP CONSTRAINT "payout_destination_kind_check";--> statement-breakpoint
ALTER TABLE "payout_destination" DROP CONSTRAINT "payout_destination_owner";--> statement-breakpoint
ALTER TABLE "payout_destination" DROP CONSTRAINT "payout_destination_amount";--> statement-breakpoint
ALTER TABLE "deposit" DROP CONSTRAINT "deposit_status_check";--> statement-breakpoint
ALTER TABLE "deposit" DROP CONSTRAINT "deposit_final";--> statement-breakpoint
ALTER TABLE "payout_destination" ADD COLUMN "unclaimed_payout_id" text;--> statement-breakpoint
ALTER TABLE "unclaimed_payout" ADD CONSTRAINT "unclaimed_payout_order_ref_exchange_order_ref_fk" FOREIGN KEY ("order_ref") REFERENCES "public"."exchange_order"("ref") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unclaimed_payout" ADD CONSTRAINT "unclaimed_payout_deposit_id_deposit_id_fk" FOREIGN KEY ("deposit_id") REFERENCES "public"."deposit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unclaimed_payout" ADD CONSTRAINT "unclaimed_payout_closing_id_account_closing_member_id_fk" FOREIGN KEY ("closing_id") REFERENCES "public"."account_closing"("member_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unclaimed_payout" ADD CONSTRAINT "unclaimed_payout_withdrawal_id_withdrawal_id_fk" FOREIGN KEY ("withdrawal_id") REFERENCES "public"."withdrawal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "unclaimed_payout_one" ON "unclaimed_payout" USING btree (coalesce(order_ref, deposit_id, closing_id, withdrawal_id),"asset") WHERE status = 'sending';--> statement-breakpoint
CREATE INDEX "unclaimed_payout_origin" ON "unclaimed_payout" USING btree (coalesce(order_ref, deposit_id, closing_id, withdrawal_id));--> statement-breakpoint
ALTER TABLE "payout_destination" ADD CONSTRAINT "payout_destination_unclaimed_payout_id_unclaimed_payout_id_fk" FOREIGN KEY ("unclaimed_payout_id") REFERENCES "public"."unclaimed_payout"("id") ON DELETE no action ON UPDATE no action NOT VALID;
--> statement-breakpoint
CREATE INDEX "payout_destination_unclaimed" ON "payout_destination" USING btree ("unclaimed_payout_id","seq") WHERE unclaimed_payout_id is not null;--> statement-breakpoint
ALTER TABLE "transfer" ADD CONSTRAINT "transfer_code_check" CHECK ("code" in ('funding', 'profit_taken', 'rebalance', 'payin', 'conversion', 'payout_hold', 'payout', 'payout_returned', 'refund', 'refund_fee', 'rail_fee', 'network_fee', 'deposit', 'withdrawal', 'withdrawal_fee', 'affiliate', 'dispute', 'shortfall', 'adjustment', 'debt', 'promo', 'given_up', 'unclaimed_payout')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "outgoing" ADD CONSTRAINT "outgoing_kind_check" CHECK ("kind" in ('payout', 'refund', 'withdrawal', 'sweep', 'unclaimed_payout')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "payout_clearance" ADD CONSTRAINT "payout_clearance_policy" CHECK ((rule = 'to_trusted_account' and source in ('wallet') and destination = 'trusted' and caused_by in ('member') and proof in ('authenticator', 'email_code') and second_person in ('none', 'by_amount') and notice = 'account' and usable_at is null and limit_day is not null) or (rule = 'to_new_account' and source in ('wallet') and destination = 'new' and caused_by in ('member') and proof in ('authenticator', 'email_code') and second_person in ('none', 'by_amount') and notice = 'account' and usable_at is not null and limit_day is not null) or (rule = 'wallet_payment_redirected' and source in ('wallet') and destination = 'trusted' and caused_by in ('customer') and proof in ('order_link') and second_person in ('none', 'by_amount') and notice = 'order' and usable_at is null and limit_day is null) or (rule = 'refund_outside_wallet' and source in ('wallet') and destination = 'named' and caused_by in ('member', 'customer') and proof in ('authenticator', 'email_code', 'order_link') and second_person in ('by_amount') and notice = 'order' and usable_at is null and limit_day is null) or (rule = 'into_own_wallet' and source in ('wallet', 'order') and destination = 'own_wallet' and caused_by in ('member') and proof in ('none') and second_person in ('none') and notice = 'order' and usable_at is null and limit_day is null) or (rule = 'to_named_account' and source in ('order') and destination = 'named' and caused_by in ('customer') and proof in ('order_link') and second_person in ('none') and notice = 'order' and usable_at is null and limit_day is null) or (rule = 'to_payer' and source in ('order') and destination = 'payer' and caused_by in ('rail') and proof in ('none') and second_person in ('none') and notice = 'order' and usable_at is null and limit_day is null) or (rule = 'named_by_operator' and source in ('wallet', 'order') and destination = 'operator' and caused_by in ('operator') and proof in ('operator') and second_person in ('by_cause') and notice = 'order' and usable_at is null and limit_day is null) or (rule = 'unclaimed_paid' and source in ('unclaimed') and destination = 'operator' and caused_by in ('operator') and proof in ('operator') and second_person in ('by_cause') and notice = 'none' and usable_at is null and limit_day is null) or (rule = 'gone_already' and source in ('wallet', 'order') and destination = 'gone' and caused_by in ('rail', 'operator') and proof in ('none') and second_person in ('none') and notice = 'order' and usable_at is null and limit_day is null) or (rule = 'sweep' and source in ('house') and destination = 'house' and caused_by in ('house') and proof in ('none') and second_person in ('none') and notice = 'none' and usable_at is null and limit_day is null) or (rule = 'confirmed_before' and source in ('wallet', 'order') and destination = 'named' and caused_by in ('earlier_version') and proof in ('unknown') and second_person in ('none') and notice = 'order' and usable_at is null and limit_day is null) or (rule = 'unconfirmed' and source in ('wallet', 'order') and destination = 'unconfirmed' and caused_by in ('house') and proof in ('none') and second_person in ('none') and notice = 'none' and usable_at is null and limit_day is null)) NOT VALID;
--> statement-breakpoint
ALTER TABLE "payout_destination" ADD CONSTRAINT "payout_destination_kind_check" CHECK ("kind" in ('payout', 'refund', 'wrong_refund', 'withdrawal', 'unclaimed_payout')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "payout_destination" ADD CONSTRAINT "payout_destination_owner" CHECK ((kind = 'withdrawal') = (withdrawal_id is not null) and (kind = 'unclaimed_payout') = (unclaimed_payout_id is not null) and num_nonnulls(order_ref, withdrawal_id, unclaimed_payout_id) = 1) NOT VALID;
--> statement-breakpoint
ALTER TABLE "payout_destination" ADD CONSTRAINT "payout_destination_amount" CHECK ((amount is null or amount > 0) and (kind not in ('withdrawal', 'unclaimed_payout') or amount is not null)) NOT VALID;
--> statement-breakpoint
ALTER TABLE "deposit" ADD CONSTRAINT "deposit_status_check" CHECK ("status" in ('pending', 'collecting', 'credited', 'unclaimed', 'returned', 'gone', 'taken_back')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "deposit" ADD CONSTRAINT "deposit_final" CHECK ((status in ('collecting', 'credited', 'unclaimed', 'returned', 'taken_back')) = (final_at is not null and times_final > 0)) NOT VALID;
