CREATE TABLE "evm_signer" (
	"rail" text PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL,
	"head" text NOT NULL,
	"stopped" text,
	CONSTRAINT "evm_signer_one" CHECK (rail = 'evm' and seq >= 0)
);
--> statement-breakpoint
CREATE TABLE "evm_transaction" (
	"tx" text PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL,
	"line" text NOT NULL,
	"movement_id" text NOT NULL,
	"step" text NOT NULL,
	"deposit" integer,
	"asset" text NOT NULL,
	"sender" text NOT NULL,
	"recipient" text NOT NULL,
	"amount" numeric(78,0) NOT NULL,
	"nonce" bigint NOT NULL,
	"gas" numeric(78,0) NOT NULL,
	"max_fee" numeric(78,0) NOT NULL,
	"bytes" text NOT NULL,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	"is_final" boolean DEFAULT false NOT NULL,
	CONSTRAINT "evm_transaction_step_check" CHECK ("step" in ('payout', 'topup', 'sweep')),
	CONSTRAINT "evm_transaction_deposit" CHECK ((step = 'payout') = (deposit is null)),
	CONSTRAINT "evm_transaction_amounts" CHECK (amount > 0 and gas > 0 and max_fee > 0 and nonce >= 0 and seq > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "evm_transaction_seq" ON "evm_transaction" USING btree ("seq");--> statement-breakpoint
CREATE INDEX "evm_transaction_movement" ON "evm_transaction" USING btree ("movement_id");--> statement-breakpoint
CREATE INDEX "evm_transaction_open" ON "evm_transaction" USING btree ("sender","nonce") WHERE not is_final;