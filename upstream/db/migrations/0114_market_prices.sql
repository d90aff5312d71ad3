CREATE TABLE "feed_price" (
	"feed" text NOT NULL,
	"base" text NOT NULL,
	"quote" text NOT NULL,
	"price" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "feed_price_feed_base_quote_pk" PRIMARY KEY("feed","base","quote")
);
--> statement-breakpoint
CREATE TABLE "market_price" (
	"pair_id" text PRIMARY KEY NOT NULL,
	"rate" text,
	"accepted_at" timestamp (3) with time zone,
	"until_at" timestamp (3) with time zone,
	"sources" text[] DEFAULT '{}' NOT NULL,
	"pause" text,
	"paused_at" timestamp (3) with time zone,
	"jump_rate" text,
	"jump_since" timestamp (3) with time zone,
	CONSTRAINT "market_price_pause_check" CHECK ("pause" in ('stale', 'too_few', 'spread', 'jump')),
	CONSTRAINT "market_price_paused" CHECK ((pause is null) = (paused_at is null)),
	CONSTRAINT "market_price_accepted" CHECK ((rate is null) = (accepted_at is null) and (rate is null) = (until_at is null)),
	CONSTRAINT "market_price_open" CHECK (pause is not null or rate is not null),
	CONSTRAINT "market_price_jump" CHECK ((jump_rate is null) = (jump_since is null) and (jump_rate is null or coalesce(pause, '') = 'jump'))
);
--> statement-breakpoint
CREATE TABLE "price_feed" (
	"name" text PRIMARY KEY NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"answered_at" timestamp (3) with time zone,
	"fault" text,
	"fault_since" timestamp (3) with time zone,
	CONSTRAINT "price_feed_fault_check" CHECK ("fault" in ('timeout', 'connection', 'status', 'content_type', 'too_large', 'format')),
	CONSTRAINT "price_feed_fault" CHECK ((fault is null) = (fault_since is null))
);
--> statement-breakpoint
CREATE TABLE "price_limit" (
	"pair_id" text PRIMARY KEY NOT NULL,
	"quorum" integer,
	"spread_bps" integer,
	"age_seconds" integer,
	"jump_bps" integer,
	CONSTRAINT "price_limit_amounts" CHECK (least(quorum, spread_bps, age_seconds, jump_bps) > 0)
);
--> statement-breakpoint
ALTER TABLE "reference_rate" ADD COLUMN "until_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "feed_price" ADD CONSTRAINT "feed_price_feed_price_feed_name_fk" FOREIGN KEY ("feed") REFERENCES "public"."price_feed"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "market_price" ADD CONSTRAINT "market_price_pair_id_pair_id_fk" FOREIGN KEY ("pair_id") REFERENCES "public"."pair"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_limit" ADD CONSTRAINT "price_limit_pair_id_pair_id_fk" FOREIGN KEY ("pair_id") REFERENCES "public"."pair"("id") ON DELETE no action ON UPDATE no action;