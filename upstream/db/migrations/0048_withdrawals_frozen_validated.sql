ALTER TABLE "withdrawal" VALIDATE CONSTRAINT "withdrawal_reason_check";
