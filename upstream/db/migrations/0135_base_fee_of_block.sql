ALTER TABLE "evm_block" ADD COLUMN "base_fee" numeric(78,0);--> statement-breakpoint
ALTER TABLE "evm_block" ADD COLUMN "read_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "evm_block" ADD CONSTRAINT "evm_block_base_fee" CHECK (num_nonnulls(base_fee, read_at) in (0, 2) and base_fee >= 0);