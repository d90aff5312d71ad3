-- `payout_guard` has what these six had. The release before names none of them and works on: only the trigger wrote them.
DROP TRIGGER outgoing_state_follows ON outgoing;
--> statement-breakpoint
DROP FUNCTION outgoing_state_follows();
--> statement-breakpoint
ALTER TABLE "outgoing"
  DROP COLUMN "state",
  DROP COLUMN "why",
  DROP COLUMN "plan",
  DROP COLUMN "approved_by",
  DROP COLUMN "approved_at",
  DROP COLUMN "state_at";
--> statement-breakpoint
-- Every email says its cause.
ALTER TABLE "letter" ALTER COLUMN "cause" DROP DEFAULT;
