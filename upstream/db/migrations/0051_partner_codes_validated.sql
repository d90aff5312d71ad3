ALTER TABLE "referral" VALIDATE CONSTRAINT "referral_reason_check";--> statement-breakpoint
ALTER TABLE "reward" VALIDATE CONSTRAINT "reward_reason_check";