ALTER TABLE "withdrawal" DROP CONSTRAINT "withdrawal_reason_check";--> statement-breakpoint
-- NOT VALID: rows that fit the shorter list fit this one; the next migration validates it.
ALTER TABLE "withdrawal" ADD CONSTRAINT "withdrawal_reason_check" CHECK ("reason" in ('by_member', 'not_confirmed', 'reported', 'by_team', 'frozen', 'not_sent', 'returned', 'sent_after_failure')) NOT VALID;