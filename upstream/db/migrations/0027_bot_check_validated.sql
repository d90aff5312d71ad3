ALTER TABLE "email_code" VALIDATE CONSTRAINT "email_code_action";
--> statement-breakpoint
ALTER TABLE "email_code" VALIDATE CONSTRAINT "email_code_purpose_check";
