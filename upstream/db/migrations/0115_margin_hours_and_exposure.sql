ALTER TABLE "asset" ADD COLUMN "held_target" numeric(38,0);--> statement-breakpoint
ALTER TABLE "asset" ADD COLUMN "held_most" numeric(38,0);--> statement-breakpoint
ALTER TABLE "pair" ADD COLUMN "margin_hours" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "asset" ADD CONSTRAINT "asset_held" CHECK (coalesce(held_target, 0) >= 0 and (held_most is null or held_most > coalesce(held_target, 0)));