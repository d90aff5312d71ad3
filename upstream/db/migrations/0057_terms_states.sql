CREATE TABLE "terms_state" (
	"id" text PRIMARY KEY NOT NULL,
	"version" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"digest" text NOT NULL,
	"operator" jsonb NOT NULL,
	"rules" jsonb NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "terms_state_since" ON "terms_state" USING btree ("version","since");