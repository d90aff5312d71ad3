-- The counts so far stay with what anybody can cause. A row an address: short enough to build the key in place.
ALTER TABLE "code_failures" ADD COLUMN "by_signed_in" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "code_failures" DROP CONSTRAINT "code_failures_pkey";--> statement-breakpoint
ALTER TABLE "code_failures" ADD CONSTRAINT "code_failures_email_by_signed_in_pk" PRIMARY KEY("email","by_signed_in");
