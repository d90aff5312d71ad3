-- First, since every change of an order begins there: taken in another order than writers do, the locks below would
-- deadlock with them.
LOCK TABLE "exchange_order" IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
CREATE TABLE "deposit" (
	"id" text PRIMARY KEY NOT NULL,
	"address_id" text NOT NULL,
	"member_id" text,
	"wallet_asset" text NOT NULL,
	"rail" text NOT NULL,
	"rail_payment_id" text NOT NULL,
	"asset" text NOT NULL,
	"amount" numeric(38,0) NOT NULL,
	"status" text NOT NULL,
	"confirmations" integer NOT NULL,
	"required" integer NOT NULL,
	"times_final" integer DEFAULT 0 NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"final_at" timestamp (3) with time zone,
	CONSTRAINT "deposit_status_check" CHECK ("status" in ('pending', 'collecting', 'credited', 'unclaimed', 'gone', 'taken_back')),
	CONSTRAINT "deposit_amount" CHECK (amount > 0 and confirmations >= 0 and required >= 0),
	CONSTRAINT "deposit_final" CHECK ((status in ('collecting', 'credited', 'unclaimed', 'taken_back')) = (final_at is not null and times_final > 0))
);
--> statement-breakpoint
CREATE TABLE "sandbox_deposit_step" (
	"id" text PRIMARY KEY NOT NULL,
	"address_id" text NOT NULL,
	"asset" text NOT NULL,
	"amount" numeric(38,0) NOT NULL,
	"confirmations" integer NOT NULL,
	"required" integer NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"done_at" timestamp (3) with time zone,
	CONSTRAINT "sandbox_deposit_step_amount" CHECK (amount > 0)
);
--> statement-breakpoint
CREATE TABLE "wallet" (
	"member_id" text NOT NULL,
	"asset" text NOT NULL,
	"debt" numeric(38,0) DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "wallet_member_id_asset_pk" PRIMARY KEY("member_id","asset"),
	CONSTRAINT "wallet_debt" CHECK (debt >= 0)
);
--> statement-breakpoint
CREATE TABLE "wallet_address" (
	"id" text PRIMARY KEY NOT NULL,
	"member_id" text,
	"asset" text NOT NULL,
	"rail" text NOT NULL,
	"address" text NOT NULL,
	"memo" text,
	"uri" text,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"replaced_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "wallet_entry" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"member_id" text NOT NULL,
	"transfer_id" text NOT NULL,
	"type" text NOT NULL,
	"amount" numeric(38,0) NOT NULL,
	"balance_after" numeric(38,0) NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"seq" bigint NOT NULL,
	CONSTRAINT "wallet_entry_type_check" CHECK ("type" in ('deposit', 'withdrawal', 'withdrawal_fee', 'withdrawal_returned', 'order_payin', 'order_payout', 'refund', 'affiliate', 'promo', 'adjustment', 'chargeback', 'debt_repayment')),
	CONSTRAINT "wallet_entry_amount" CHECK (amount <> 0 and balance_after >= 0)
);
--> statement-breakpoint
CREATE TABLE "wallet_settling" (
	"transfer_id" text PRIMARY KEY NOT NULL,
	"member_id" text,
	"asset" text NOT NULL,
	"amount" numeric(38,0) NOT NULL,
	"order_ref" text,
	"settles_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "wallet_settling_amount" CHECK (amount > 0)
);
--> statement-breakpoint
ALTER TABLE "transfer" DROP CONSTRAINT "transfer_code_check";--> statement-breakpoint
ALTER TABLE "asset" ADD COLUMN "min_deposit" numeric(38,0) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "deposit" ADD CONSTRAINT "deposit_address_id_wallet_address_id_fk" FOREIGN KEY ("address_id") REFERENCES "public"."wallet_address"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deposit" ADD CONSTRAINT "deposit_member_id_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."member"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deposit" ADD CONSTRAINT "deposit_asset_asset_id_fk" FOREIGN KEY ("asset") REFERENCES "public"."asset"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_deposit_step" ADD CONSTRAINT "sandbox_deposit_step_address_id_wallet_address_id_fk" FOREIGN KEY ("address_id") REFERENCES "public"."wallet_address"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_deposit_step" ADD CONSTRAINT "sandbox_deposit_step_asset_asset_id_fk" FOREIGN KEY ("asset") REFERENCES "public"."asset"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet" ADD CONSTRAINT "wallet_member_id_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."member"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet" ADD CONSTRAINT "wallet_asset_asset_id_fk" FOREIGN KEY ("asset") REFERENCES "public"."asset"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_address" ADD CONSTRAINT "wallet_address_member_id_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."member"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_address" ADD CONSTRAINT "wallet_address_asset_asset_id_fk" FOREIGN KEY ("asset") REFERENCES "public"."asset"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_entry" ADD CONSTRAINT "wallet_entry_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_settling" ADD CONSTRAINT "wallet_settling_member_id_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."member"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_settling" ADD CONSTRAINT "wallet_settling_asset_asset_id_fk" FOREIGN KEY ("asset") REFERENCES "public"."asset"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_settling" ADD CONSTRAINT "wallet_settling_order_ref_exchange_order_ref_fk" FOREIGN KEY ("order_ref") REFERENCES "public"."exchange_order"("ref") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "deposit_once" ON "deposit" USING btree ("rail",lower("rail_payment_id"));--> statement-breakpoint
CREATE INDEX "deposit_wallet" ON "deposit" USING btree ("member_id","wallet_asset","seen_at");--> statement-breakpoint
CREATE INDEX "deposit_address" ON "deposit" USING btree ("address_id");--> statement-breakpoint
CREATE INDEX "deposit_unclaimed" ON "deposit" USING btree ("seen_at") WHERE status in ('unclaimed', 'collecting');--> statement-breakpoint
CREATE INDEX "sandbox_deposit_step_due" ON "sandbox_deposit_step" USING btree ("due_at") WHERE done_at is null;--> statement-breakpoint
CREATE INDEX "sandbox_deposit_step_address" ON "sandbox_deposit_step" USING btree ("address_id");--> statement-breakpoint
CREATE UNIQUE INDEX "wallet_address_place" ON "wallet_address" USING btree ("rail","address",coalesce(memo, ''));--> statement-breakpoint
CREATE UNIQUE INDEX "wallet_address_current" ON "wallet_address" USING btree ("member_id","asset") WHERE replaced_at is null;--> statement-breakpoint
CREATE INDEX "wallet_address_wallet" ON "wallet_address" USING btree ("member_id","asset");--> statement-breakpoint
CREATE INDEX "wallet_entry_member" ON "wallet_entry" USING btree ("member_id","at","seq");--> statement-breakpoint
CREATE INDEX "wallet_entry_account" ON "wallet_entry" USING btree ("account_id","at","seq");--> statement-breakpoint
CREATE INDEX "wallet_entry_type" ON "wallet_entry" USING btree ("account_id","type","at","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "wallet_entry_transfer" ON "wallet_entry" USING btree ("transfer_id","account_id");--> statement-breakpoint
CREATE INDEX "wallet_settling_wallet" ON "wallet_settling" USING btree ("member_id","asset","settles_at");--> statement-breakpoint
CREATE INDEX "wallet_settling_order" ON "wallet_settling" USING btree ("order_ref");--> statement-breakpoint
-- NOT VALID: rows that fit the shorter list fit this one; the next migration validates it without keeping others from writing.
ALTER TABLE "transfer" ADD CONSTRAINT "transfer_code_check" CHECK ("code" in ('funding', 'profit_taken', 'rebalance', 'payin', 'conversion', 'payout_hold', 'payout', 'payout_returned', 'refund', 'refund_fee', 'rail_fee', 'network_fee', 'deposit', 'withdrawal', 'withdrawal_fee', 'affiliate', 'dispute', 'shortfall', 'adjustment', 'debt')) NOT VALID;--> statement-breakpoint
ALTER TABLE "asset" ADD CONSTRAINT "asset_min_deposit" CHECK (min_deposit >= 0);
--> statement-breakpoint
-- One posted movement of a wallet, with the balance that the account has now: the sums are moved by `ledger_move`, which
-- fires first. The account's row is locked since then, so entries of a wallet are made one after the other, and their
-- time never goes back. They run with the owner's rights and name every table with its schema, as that function does.
CREATE FUNCTION wallet_enter(moved public.transfer, wallet_account text, signed numeric) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  is_credit boolean := signed > 0;
BEGIN
  INSERT INTO public.wallet_entry
    SELECT 'tx_' || left(encode(sha256(convert_to(wallet_account || ' ' || moved.id, 'UTF8')), 'hex'), 24),
      wallet_account, split_part(wallet_account, ':', 2), moved.id,
      CASE
        WHEN moved.code = 'deposit' AND is_credit THEN 'deposit'
        WHEN moved.code = 'withdrawal' AND is_credit THEN 'withdrawal_returned'
        WHEN moved.code IN ('withdrawal', 'withdrawal_fee', 'affiliate', 'refund') THEN moved.code
        WHEN moved.code = 'payin' AND NOT is_credit THEN 'order_payin'
        WHEN moved.code = 'payout' AND is_credit THEN 'order_payout'
        WHEN moved.code = 'debt' THEN 'debt_repayment'
        WHEN moved.code IN ('deposit', 'payout', 'dispute') THEN 'chargeback'
        ELSE 'adjustment'
      END,
      signed, a.credits_posted - a.debits_posted,
      greatest(moved.at, (
        SELECT e.at FROM public.wallet_entry e WHERE e.account_id = wallet_account ORDER BY e.at DESC, e.seq DESC LIMIT 1
      )),
      moved.seq
    FROM public.account a WHERE a.id = wallet_account;
END $$;
--> statement-breakpoint
CREATE FUNCTION wallet_entry_of_transfer() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  IF new.debit_account LIKE 'member:%' THEN PERFORM public.wallet_enter(new, new.debit_account, -new.amount); END IF;
  IF new.credit_account LIKE 'member:%' THEN PERFORM public.wallet_enter(new, new.credit_account, new.amount); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Triggers fire in the order of their names: this one after `ledger_move`.
CREATE TRIGGER wallet_entry_of_transfer AFTER INSERT ON transfer FOR EACH ROW
  WHEN (new.kind IN ('posted', 'post') AND (new.debit_account LIKE 'member:%' OR new.credit_account LIKE 'member:%'))
  EXECUTE FUNCTION wallet_entry_of_transfer();
--> statement-breakpoint
CREATE TRIGGER wallet_entry_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON wallet_entry
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse();
--> statement-breakpoint
CREATE TRIGGER wallet_entry_by_transfer BEFORE INSERT ON wallet_entry
  FOR EACH ROW WHEN (pg_trigger_depth() < 1) EXECUTE FUNCTION ledger_refuse();
