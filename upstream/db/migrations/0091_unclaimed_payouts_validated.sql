ALTER TABLE payout_destination VALIDATE CONSTRAINT payout_destination_unclaimed_payout_id_unclaimed_payout_id_fk;
--> statement-breakpoint
ALTER TABLE transfer VALIDATE CONSTRAINT transfer_code_check;
--> statement-breakpoint
ALTER TABLE outgoing VALIDATE CONSTRAINT outgoing_kind_check;
--> statement-breakpoint
ALTER TABLE payout_clearance VALIDATE CONSTRAINT payout_clearance_policy;
--> statement-breakpoint
ALTER TABLE payout_destination VALIDATE CONSTRAINT payout_destination_kind_check;
--> statement-breakpoint
ALTER TABLE payout_destination VALIDATE CONSTRAINT payout_destination_owner;
--> statement-breakpoint
ALTER TABLE payout_destination VALIDATE CONSTRAINT payout_destination_amount;
--> statement-breakpoint
ALTER TABLE deposit VALIDATE CONSTRAINT deposit_status_check;
--> statement-breakpoint
ALTER TABLE deposit VALIDATE CONSTRAINT deposit_final;
