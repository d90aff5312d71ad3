-- What older versions have booked lies where it can be paid out, by their books: it is never swept.
ALTER TABLE "payment" ADD COLUMN "place" text DEFAULT 'hot' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_place_check" CHECK ("place" in ('hot', 'deposits')) NOT VALID;