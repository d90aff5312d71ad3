CREATE SEQUENCE "public"."evm_address_index" INCREMENT BY 1 MINVALUE 0 MAXVALUE 2147483647 START WITH 0 CACHE 1;--> statement-breakpoint
CREATE TABLE "evm_address" (
	"place" text PRIMARY KEY NOT NULL,
	"shown" text NOT NULL,
	"index" integer NOT NULL,
	"order_ref" text,
	"wallet_key" text,
	"issued_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "evm_address_place" CHECK (place = lower(shown) and place ~ '^0x[0-9a-f]{40}$'),
	CONSTRAINT "evm_address_owner" CHECK (num_nonnulls(order_ref, wallet_key) = 1 and index >= 0)
);
--> statement-breakpoint
CREATE TABLE "evm_block" (
	"height" bigint PRIMARY KEY NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "evm_credit" (
	"id" text PRIMARY KEY NOT NULL,
	"place" text NOT NULL,
	"token" text,
	"amount" numeric(78,0) NOT NULL,
	"tx" text,
	"sender" text,
	"nonce" bigint,
	"height" bigint NOT NULL,
	"hash" text NOT NULL,
	"state" text NOT NULL,
	"replaces" text,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"told" text,
	"told_amount" numeric(78,0),
	"refused" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_try" timestamp (3) with time zone,
	CONSTRAINT "evm_credit_state_check" CHECK ("state" in ('seen', 'final', 'gone')),
	CONSTRAINT "evm_credit_told_check" CHECK ("told" in ('seen', 'final', 'gone')),
	CONSTRAINT "evm_credit_amount" CHECK (amount > 0),
	CONSTRAINT "evm_credit_tx" CHECK (num_nonnulls(tx, sender, nonce) in (0, 3) and (token is null or tx is not null))
);
--> statement-breakpoint
CREATE TABLE "evm_source" (
	"rail" text PRIMARY KEY NOT NULL,
	"chain_id" bigint NOT NULL,
	"genesis_hash" text NOT NULL,
	"start_height" bigint NOT NULL,
	"height" bigint NOT NULL,
	"hash" text NOT NULL,
	"final_height" bigint NOT NULL,
	"tip" bigint NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"stopped" text,
	CONSTRAINT "evm_source_one" CHECK (rail = 'evm'),
	CONSTRAINT "evm_source_heights" CHECK (start_height >= 0 and height >= start_height and final_height <= height)
);
--> statement-breakpoint
CREATE TABLE "evm_spend" (
	"tx" text PRIMARY KEY NOT NULL,
	"sender" text NOT NULL,
	"nonce" bigint NOT NULL,
	"recipient" text,
	"amount" numeric(78,0) NOT NULL,
	"fee" numeric(78,0) NOT NULL,
	"succeeded" boolean NOT NULL,
	"height" bigint NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "evm_spend_amounts" CHECK (amount >= 0 and fee >= 0)
);
--> statement-breakpoint
ALTER TABLE "evm_credit" ADD CONSTRAINT "evm_credit_place_evm_address_place_fk" FOREIGN KEY ("place") REFERENCES "public"."evm_address"("place") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "evm_address_number" ON "evm_address" USING btree ("index");--> statement-breakpoint
CREATE UNIQUE INDEX "evm_address_order" ON "evm_address" USING btree ("order_ref") WHERE order_ref is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "evm_address_wallet" ON "evm_address" USING btree ("wallet_key") WHERE wallet_key is not null;--> statement-breakpoint
CREATE INDEX "evm_credit_untold" ON "evm_credit" USING btree ("height") WHERE told is distinct from state or told_amount is distinct from amount;--> statement-breakpoint
CREATE INDEX "evm_credit_open" ON "evm_credit" USING btree ("height") WHERE state = 'seen';--> statement-breakpoint
CREATE INDEX "evm_credit_height" ON "evm_credit" USING btree ("height");--> statement-breakpoint
CREATE INDEX "evm_credit_place" ON "evm_credit" USING btree ("place");--> statement-breakpoint
CREATE INDEX "evm_credit_sender" ON "evm_credit" USING btree ("sender","nonce") WHERE state = 'gone';--> statement-breakpoint
CREATE INDEX "evm_spend_sender" ON "evm_spend" USING btree ("sender");--> statement-breakpoint
CREATE INDEX "evm_spend_recipient" ON "evm_spend" USING btree ("recipient");--> statement-breakpoint
CREATE INDEX "evm_spend_height" ON "evm_spend" USING btree ("height");