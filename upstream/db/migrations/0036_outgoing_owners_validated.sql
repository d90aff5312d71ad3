ALTER TABLE "outgoing" VALIDATE CONSTRAINT "outgoing_owner";
--> statement-breakpoint
ALTER TABLE "outgoing" VALIDATE CONSTRAINT "outgoing_kind_check";
