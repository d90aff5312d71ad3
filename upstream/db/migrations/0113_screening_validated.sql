ALTER TABLE party_block VALIDATE CONSTRAINT party_block_kind_check;
--> statement-breakpoint
ALTER TABLE account VALIDATE CONSTRAINT account_rules;
--> statement-breakpoint
ALTER TABLE deposit VALIDATE CONSTRAINT deposit_status_check;
--> statement-breakpoint
ALTER TABLE deposit VALIDATE CONSTRAINT deposit_final;
