-- Members first: who records a security event has locked its member before.
ALTER TABLE "member" ADD COLUMN "phrase" text;--> statement-breakpoint
ALTER TABLE "security_event" DROP CONSTRAINT "security_event_event_check";--> statement-breakpoint
-- NOT VALID: rows that fit the shorter list fit this one; the next migration validates it without keeping others from writing.
ALTER TABLE "security_event" ADD CONSTRAINT "security_event_event_check" CHECK ("event" in ('registered', 'signed_in', 'sign_in_failed', 'two_factor_failed', 'signed_out', 'sessions_revoked', 'password_changed', 'password_reset', 'two_factor_enabled', 'two_factor_disabled', 'recovery_code_used', 'google_linked', 'email_changed', 'phrase_changed', 'closed', 'unlocked')) NOT VALID;
