ALTER TABLE "transfer" VALIDATE CONSTRAINT "transfer_code_check";
