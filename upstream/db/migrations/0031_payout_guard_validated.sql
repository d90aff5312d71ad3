ALTER TABLE "outgoing" VALIDATE CONSTRAINT "outgoing_state_check";
--> statement-breakpoint
ALTER TABLE "outgoing" VALIDATE CONSTRAINT "outgoing_plan";
--> statement-breakpoint
ALTER TABLE "outgoing" VALIDATE CONSTRAINT "outgoing_approval";
