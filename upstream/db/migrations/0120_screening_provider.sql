CREATE TABLE "screening_question" (
	"id" text PRIMARY KEY NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"customer" text NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"sealed" text,
	"state" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"asked_at" timestamp (3) with time zone,
	"answered_at" timestamp (3) with time zone,
	"reference" text,
	"entry" text,
	"holds" boolean DEFAULT false NOT NULL,
	"settled_at" timestamp (3) with time zone,
	CONSTRAINT "screening_question_subject_kind_check" CHECK ("subject_kind" in ('order', 'deposit', 'movement', 'address', 'member')),
	CONSTRAINT "screening_question_kind_check" CHECK ("kind" in ('address', 'name')),
	CONSTRAINT "screening_question_state_check" CHECK ("state" in ('waiting', 'clear', 'listed', 'silent')),
	CONSTRAINT "screening_question_key_hash" CHECK (key ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "screening_question_sealed" CHECK ((state = 'waiting') = (sealed is not null) and sealed ~ '^[A-Za-z0-9_-]{38,}$'),
	CONSTRAINT "screening_question_answered_at" CHECK ((state = 'waiting') = (answered_at is null)),
	CONSTRAINT "screening_question_answer" CHECK ((state in ('clear', 'listed')) = (reference is not null) and (state = 'listed') = (entry is not null)),
	CONSTRAINT "screening_question_settled" CHECK (settled_at is null or state <> 'waiting')
);
--> statement-breakpoint
ALTER TABLE "screening_check" DROP CONSTRAINT "screening_check_occasion_check";--> statement-breakpoint
ALTER TABLE "screening_check" ADD COLUMN "answers" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "screening_question_waiting" ON "screening_question" USING btree ("subject_kind","subject_id","key") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "screening_question_key" ON "screening_question" USING btree ("key","answered_at");--> statement-breakpoint
CREATE INDEX "screening_question_subject" ON "screening_question" USING btree ("subject_kind","subject_id");--> statement-breakpoint
CREATE INDEX "screening_question_open" ON "screening_question" USING btree ("created_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "screening_question_unsettled" ON "screening_question" USING btree ("created_at") WHERE settled_at is null or holds;--> statement-breakpoint
CREATE INDEX "screening_question_answered" ON "screening_question" USING btree ("answered_at");--> statement-breakpoint
ALTER TABLE "screening_check" ADD CONSTRAINT "screening_check_occasion_check" CHECK ("occasion" in ('execute', 'payment', 'account', 'credit', 'payout', 'list', 'answer'));