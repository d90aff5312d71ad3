CREATE TABLE "incident" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"title" jsonb NOT NULL,
	"text" jsonb NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"next_word_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "incident_kind_check" CHECK ("kind" in ('stopped', 'partly', 'planned')),
	CONSTRAINT "incident_times" CHECK (ended_at is null or (ended_at >= started_at and next_word_at is null))
);
--> statement-breakpoint
CREATE TABLE "part_day" (
	"part" text NOT NULL,
	"day" date NOT NULL,
	"first_minute" timestamp (3) with time zone NOT NULL,
	"last_minute" timestamp (3) with time zone NOT NULL,
	"working" integer NOT NULL,
	"partly" integer NOT NULL,
	"state" text NOT NULL,
	CONSTRAINT "part_day_part_day_pk" PRIMARY KEY("part","day"),
	CONSTRAINT "part_day_part_check" CHECK ("part" in ('orders', 'coins', 'invoices', 'payouts')),
	CONSTRAINT "part_day_state_check" CHECK ("state" in ('works', 'partly', 'stopped')),
	CONSTRAINT "part_day_minutes" CHECK (working >= 0 and partly >= 0 and first_minute <= last_minute)
);
--> statement-breakpoint
CREATE TABLE "reserve_history" (
	"asset_id" text NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"amount" numeric(38,0) NOT NULL,
	CONSTRAINT "reserve_history_asset_id_hour_pk" PRIMARY KEY("asset_id","hour")
);
--> statement-breakpoint
ALTER TABLE "reserve_history" ADD CONSTRAINT "reserve_history_asset_id_asset_id_fk" FOREIGN KEY ("asset_id") REFERENCES "public"."asset"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "incident_started" ON "incident" USING btree ("started_at");