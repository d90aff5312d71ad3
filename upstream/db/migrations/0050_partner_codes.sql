ALTER TABLE "referral" DROP CONSTRAINT "referral_reason_check";--> statement-breakpoint
ALTER TABLE "reward" DROP CONSTRAINT "reward_reason_check";--> statement-breakpoint
ALTER TABLE "promo" DROP CONSTRAINT "promo_kind_check";--> statement-breakpoint
ALTER TABLE "promo" ADD COLUMN "partner_id" text;--> statement-breakpoint
ALTER TABLE "promo" ADD CONSTRAINT "promo_partner_id_partner_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- NOT VALID: rows that fit the shorter list fit this one; the next migration validates it without keeping others from writing.
ALTER TABLE "referral" ADD CONSTRAINT "referral_reason_check" CHECK ("reason" in ('self_referral', 'expired_link', 'partner_paused', 'other_partner_first', 'code_not_applied', 'not_finished', 'refunded', 'charged_back', 'no_profit', 'fraud')) NOT VALID;--> statement-breakpoint
ALTER TABLE "reward" ADD CONSTRAINT "reward_reason_check" CHECK ("reason" in ('self_referral', 'expired_link', 'partner_paused', 'other_partner_first', 'code_not_applied', 'not_finished', 'refunded', 'charged_back', 'no_profit', 'fraud')) NOT VALID;--> statement-breakpoint
ALTER TABLE "promo" ADD CONSTRAINT "promo_partner" CHECK ((kind = 'partner_bind') = (partner_id is not null));--> statement-breakpoint
ALTER TABLE "promo" ADD CONSTRAINT "promo_kind_check" CHECK ("kind" in ('rate_bonus_bps', 'fee_discount_percent', 'fixed_bonus', 'free_payout_fee', 'cashback_percent', 'partner_bind'));