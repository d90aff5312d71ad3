CREATE TABLE "affiliate_payout" (
	"id" text PRIMARY KEY NOT NULL,
	"partner_id" text NOT NULL,
	"asset" text NOT NULL,
	"amount" numeric(38,0) NOT NULL,
	"state" text NOT NULL,
	"request_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "affiliate_payout_state_check" CHECK ("state" in ('waiting', 'paid', 'refused')),
	CONSTRAINT "affiliate_payout_amount" CHECK (amount > 0),
	CONSTRAINT "affiliate_payout_ended" CHECK ((state = 'waiting') = (ended_at is null))
);
--> statement-breakpoint
CREATE TABLE "member_partner" (
	"member_id" text PRIMARY KEY NOT NULL,
	"partner_id" text NOT NULL,
	"code" text NOT NULL,
	"way" text NOT NULL,
	"bound_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "member_partner_way_check" CHECK ("way" in ('link', 'member', 'promo'))
);
--> statement-breakpoint
CREATE TABLE "partner" (
	"id" text PRIMARY KEY NOT NULL,
	"member_id" text,
	"parent_id" text,
	"status" text DEFAULT 'active' NOT NULL,
	"paused_reason" text,
	"rate_bps" integer,
	"joined_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "partner_status_check" CHECK ("status" in ('active', 'paused')),
	CONSTRAINT "partner_paused" CHECK ((status = 'paused') = (paused_reason is not null)),
	CONSTRAINT "partner_rate" CHECK (rate_bps between 0 and 10000),
	CONSTRAINT "partner_own_parent" CHECK (parent_id <> id)
);
--> statement-breakpoint
CREATE TABLE "partner_balance" (
	"partner_id" text NOT NULL,
	"asset" text NOT NULL,
	"waiting" numeric(38,0) DEFAULT 0 NOT NULL,
	"paid_out" numeric(38,0) DEFAULT 0 NOT NULL,
	"debt" numeric(38,0) DEFAULT 0 NOT NULL,
	CONSTRAINT "partner_balance_partner_id_asset_pk" PRIMARY KEY("partner_id","asset"),
	CONSTRAINT "partner_balance_amounts" CHECK (waiting >= 0 and paid_out >= 0 and debt >= 0)
);
--> statement-breakpoint
CREATE TABLE "partner_day" (
	"partner_id" text NOT NULL,
	"day" text NOT NULL,
	"code" text NOT NULL,
	"pair_id" text NOT NULL,
	"asset" text NOT NULL,
	"visits" integer DEFAULT 0 NOT NULL,
	"orders" integer DEFAULT 0 NOT NULL,
	"counted" integer DEFAULT 0 NOT NULL,
	"turnover_cents" numeric(38,0) DEFAULT 0 NOT NULL,
	"waiting" numeric(38,0) DEFAULT 0 NOT NULL,
	"ready" numeric(38,0) DEFAULT 0 NOT NULL,
	"lost" numeric(38,0) DEFAULT 0 NOT NULL,
	CONSTRAINT "partner_day_partner_id_day_code_pair_id_asset_pk" PRIMARY KEY("partner_id","day","code","pair_id","asset"),
	CONSTRAINT "partner_day_sums" CHECK (visits >= 0 and orders >= 0 and counted >= 0 and turnover_cents >= 0 and waiting >= 0 and ready >= 0 and lost >= 0)
);
--> statement-breakpoint
CREATE TABLE "partner_link" (
	"code" text PRIMARY KEY NOT NULL,
	"partner_id" text NOT NULL,
	"label" text,
	"is_main" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "partner_link_main_stays" CHECK (not is_main or deleted_at is null)
);
--> statement-breakpoint
CREATE TABLE "referral" (
	"id" text PRIMARY KEY NOT NULL,
	"order_ref" text NOT NULL,
	"partner_id" text NOT NULL,
	"code" text NOT NULL,
	"way" text NOT NULL,
	"touched_at" timestamp (3) with time zone NOT NULL,
	"reason" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"placed_at" timestamp (3) with time zone,
	CONSTRAINT "referral_way_check" CHECK ("way" in ('link', 'member', 'promo')),
	CONSTRAINT "referral_reason_check" CHECK ("reason" in ('self_referral', 'expired_link', 'partner_paused', 'other_partner_first', 'not_finished', 'refunded', 'charged_back', 'no_profit', 'fraud'))
);
--> statement-breakpoint
CREATE TABLE "reward" (
	"id" text PRIMARY KEY NOT NULL,
	"order_ref" text NOT NULL,
	"level" integer NOT NULL,
	"partner_id" text NOT NULL,
	"code" text NOT NULL,
	"pair_id" text NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"profit" numeric(38,0) NOT NULL,
	"profit_asset" text NOT NULL,
	"rate" text NOT NULL,
	"other_costs" numeric(38,0) NOT NULL,
	"base" numeric(38,0) NOT NULL,
	"rate_bps" integer NOT NULL,
	"tier" text,
	"asset" text NOT NULL,
	"amount" numeric(38,0) NOT NULL,
	"is_booked" boolean NOT NULL,
	"taken" numeric(38,0) DEFAULT 0 NOT NULL,
	"owed" numeric(38,0) DEFAULT 0 NOT NULL,
	"completed_at" timestamp (3) with time zone NOT NULL,
	"ready_at" timestamp (3) with time zone NOT NULL,
	"settled_at" timestamp (3) with time zone,
	CONSTRAINT "reward_state_check" CHECK ("state" in ('waiting', 'ready', 'void', 'taken_back')),
	CONSTRAINT "reward_reason_check" CHECK ("reason" in ('self_referral', 'expired_link', 'partner_paused', 'other_partner_first', 'not_finished', 'refunded', 'charged_back', 'no_profit', 'fraud')),
	CONSTRAINT "reward_tier_check" CHECK ("tier" in ('starter', 'advanced', 'expert')),
	CONSTRAINT "reward_level" CHECK (level in (1, 2) and (level = 2) = (code = '')),
	CONSTRAINT "reward_amounts" CHECK (amount > 0 and other_costs >= 0 and base >= amount and rate_bps between 1 and 10000),
	CONSTRAINT "reward_computed" CHECK (amount = div(base * rate_bps, 10000)),
	CONSTRAINT "reward_settled" CHECK ((state = 'waiting') = (settled_at is null)),
	CONSTRAINT "reward_reason" CHECK ((state in ('void', 'taken_back')) = (reason is not null)),
	CONSTRAINT "reward_ready_is_booked" CHECK (state in ('waiting', 'void') or is_booked),
	CONSTRAINT "reward_taken_back" CHECK (taken >= 0 and owed >= 0 and taken + owed = case when state = 'taken_back' then amount else 0 end)
);
--> statement-breakpoint
ALTER TABLE "email_code" ADD COLUMN "partner_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "affiliate_payout" ADD CONSTRAINT "affiliate_payout_partner_id_partner_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_partner" ADD CONSTRAINT "member_partner_member_id_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."member"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_partner" ADD CONSTRAINT "member_partner_partner_id_partner_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner" ADD CONSTRAINT "partner_member_id_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."member"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner" ADD CONSTRAINT "partner_parent_id_partner_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."partner"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_balance" ADD CONSTRAINT "partner_balance_partner_id_partner_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_day" ADD CONSTRAINT "partner_day_partner_id_partner_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_link" ADD CONSTRAINT "partner_link_partner_id_partner_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral" ADD CONSTRAINT "referral_order_ref_exchange_order_ref_fk" FOREIGN KEY ("order_ref") REFERENCES "public"."exchange_order"("ref") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral" ADD CONSTRAINT "referral_partner_id_partner_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reward" ADD CONSTRAINT "reward_order_ref_exchange_order_ref_fk" FOREIGN KEY ("order_ref") REFERENCES "public"."exchange_order"("ref") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reward" ADD CONSTRAINT "reward_partner_id_partner_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "affiliate_payout_request" ON "affiliate_payout" USING btree ("request_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "affiliate_payout_waiting" ON "affiliate_payout" USING btree ("partner_id","asset") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "affiliate_payout_partner" ON "affiliate_payout" USING btree ("partner_id","created_at");--> statement-breakpoint
CREATE INDEX "member_partner_partner" ON "member_partner" USING btree ("partner_id");--> statement-breakpoint
CREATE UNIQUE INDEX "partner_member" ON "partner" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "partner_parent" ON "partner" USING btree ("parent_id");--> statement-breakpoint
CREATE UNIQUE INDEX "partner_link_code" ON "partner_link" USING btree (lower("code"));--> statement-breakpoint
CREATE UNIQUE INDEX "partner_link_main" ON "partner_link" USING btree ("partner_id") WHERE is_main;--> statement-breakpoint
CREATE INDEX "partner_link_partner" ON "partner_link" USING btree ("partner_id");--> statement-breakpoint
CREATE UNIQUE INDEX "referral_once" ON "referral" USING btree ("order_ref","partner_id");--> statement-breakpoint
CREATE UNIQUE INDEX "referral_counts_once" ON "referral" USING btree ("order_ref") WHERE reason is distinct from 'other_partner_first';--> statement-breakpoint
CREATE INDEX "referral_partner" ON "referral" USING btree ("partner_id","placed_at","id") WHERE placed_at is not null;--> statement-breakpoint
CREATE INDEX "referral_code" ON "referral" USING btree ("code","placed_at","id") WHERE placed_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "reward_once" ON "reward" USING btree ("order_ref","level");--> statement-breakpoint
CREATE INDEX "reward_partner" ON "reward" USING btree ("partner_id");--> statement-breakpoint
CREATE INDEX "reward_due" ON "reward" USING btree ("ready_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "reward_unbooked" ON "reward" USING btree ("completed_at") WHERE state = 'waiting' and not is_booked;