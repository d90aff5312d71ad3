ALTER TABLE "affiliate_payout" ADD COLUMN "review" text;--> statement-breakpoint
ALTER TABLE "affiliate_payout" ADD COLUMN "refusal" text;--> statement-breakpoint
ALTER TABLE "referral" ADD COLUMN "flagged_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "referral_fraud" ON "referral" USING btree ("partner_id") WHERE reason = 'fraud';--> statement-breakpoint
-- NOT VALID: rows of before are all paid, without a review; the next migration validates them.
ALTER TABLE "affiliate_payout" ADD CONSTRAINT "affiliate_payout_review_check" CHECK ("review" in ('above_band', 'fraud_flag')) NOT VALID;--> statement-breakpoint
ALTER TABLE "affiliate_payout" ADD CONSTRAINT "affiliate_payout_reviewed" CHECK (state = 'paid' or review is not null) NOT VALID;--> statement-breakpoint
ALTER TABLE "affiliate_payout" ADD CONSTRAINT "affiliate_payout_refusal" CHECK ((state = 'refused') = (refusal is not null)) NOT VALID;