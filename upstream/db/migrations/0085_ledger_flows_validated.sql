ALTER TABLE "transfer" VALIDATE CONSTRAINT "transfer_payment_id_payment_id_fk";
--> statement-breakpoint
ALTER TABLE "transfer" VALIDATE CONSTRAINT "transfer_outgoing_id_outgoing_id_fk";
--> statement-breakpoint
ALTER TABLE "transfer" VALIDATE CONSTRAINT "transfer_deposit_id_deposit_id_fk";
--> statement-breakpoint
ALTER TABLE "transfer" VALIDATE CONSTRAINT "transfer_withdrawal_id_withdrawal_id_fk";
--> statement-breakpoint
ALTER TABLE "transfer" VALIDATE CONSTRAINT "transfer_reward_id_reward_id_fk";
--> statement-breakpoint
ALTER TABLE "transfer" VALIDATE CONSTRAINT "transfer_affiliate_payout_id_affiliate_payout_id_fk";
--> statement-breakpoint
ALTER TABLE "transfer" VALIDATE CONSTRAINT "transfer_closing_id_account_closing_member_id_fk";
--> statement-breakpoint
ALTER TABLE "transfer" VALIDATE CONSTRAINT "transfer_audit_id_audit_id_fk";
--> statement-breakpoint
ALTER TABLE "transfer" VALIDATE CONSTRAINT "transfer_caused_by_transfer_id_fk";
