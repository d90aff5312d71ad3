-- A withdrawal that could have left too long ago is cancelled for that reason.
ALTER TABLE "withdrawal" DROP CONSTRAINT "withdrawal_reason_check";--> statement-breakpoint
ALTER TABLE "withdrawal" ADD CONSTRAINT "withdrawal_reason_check" CHECK ("reason" in ('by_member', 'not_confirmed', 'lapsed', 'reported', 'by_team', 'frozen', 'not_sent', 'returned', 'sent_after_failure')) NOT VALID;
