ALTER TABLE "affiliate_payout" VALIDATE CONSTRAINT "affiliate_payout_review_check";--> statement-breakpoint
ALTER TABLE "affiliate_payout" VALIDATE CONSTRAINT "affiliate_payout_reviewed";--> statement-breakpoint
ALTER TABLE "affiliate_payout" VALIDATE CONSTRAINT "affiliate_payout_refusal";