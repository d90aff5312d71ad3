-- In a transaction of its own, so that the table is not locked while its rows are read.
ALTER TABLE "withdrawal" VALIDATE CONSTRAINT "withdrawal_reason_check";
