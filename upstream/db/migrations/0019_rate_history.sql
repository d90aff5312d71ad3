CREATE TABLE "rate_history" (
	"pair_id" text NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"effective_rate" text NOT NULL,
	"reference_rate" text NOT NULL,
	CONSTRAINT "rate_history_pair_id_hour_pk" PRIMARY KEY("pair_id","hour")
);
--> statement-breakpoint
ALTER TABLE "rate_history" ADD CONSTRAINT "rate_history_pair_id_pair_id_fk" FOREIGN KEY ("pair_id") REFERENCES "public"."pair"("id") ON DELETE no action ON UPDATE no action;