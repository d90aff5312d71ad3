CREATE TABLE "identity_party" (
	"order_ref" text NOT NULL,
	"party" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "identity_party_order_ref_party_pk" PRIMARY KEY("order_ref","party")
);
--> statement-breakpoint
CREATE TABLE "identity_record" (
	"order_ref" text PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL,
	"sealed_with" text NOT NULL,
	"answered_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "staff" DROP CONSTRAINT "staff_role_check";--> statement-breakpoint
ALTER TABLE "identity_party" ADD CONSTRAINT "identity_party_order_ref_exchange_order_ref_fk" FOREIGN KEY ("order_ref") REFERENCES "public"."exchange_order"("ref") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_record" ADD CONSTRAINT "identity_record_order_ref_exchange_order_ref_fk" FOREIGN KEY ("order_ref") REFERENCES "public"."exchange_order"("ref") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "identity_party_party" ON "identity_party" USING btree ("party","at");--> statement-breakpoint
CREATE INDEX "identity_party_at" ON "identity_party" USING btree ("at");--> statement-breakpoint
CREATE INDEX "identity_record_sealed_with" ON "identity_record" USING btree ("sealed_with");--> statement-breakpoint
ALTER TABLE "staff" ADD CONSTRAINT "staff_role_check" CHECK ("role" in ('operator', 'approver', 'risk', 'owner'));--> statement-breakpoint
ALTER TABLE "identity_party" ADD CONSTRAINT "identity_party_hash" CHECK (party ~ '^[0-9a-f]{64}$');--> statement-breakpoint
ALTER TABLE "identity_record" ADD CONSTRAINT "identity_record_sealed" CHECK (sealed ~ '^[A-Za-z0-9_-]{38,}$');--> statement-breakpoint
ALTER TABLE "identity_record" ADD COLUMN "member_id" text;--> statement-breakpoint
ALTER TABLE "identity_record" ADD CONSTRAINT "identity_record_member_id_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."member"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "identity_record_member" ON "identity_record" USING btree ("member_id","answered_at");--> statement-breakpoint
ALTER TABLE "first_word" RENAME TO "pending_approval";--> statement-breakpoint
ALTER TABLE "pending_approval" RENAME CONSTRAINT "first_word_pkey" TO "pending_approval_pkey";--> statement-breakpoint
ALTER TABLE "pending_approval" RENAME CONSTRAINT "first_word_used" TO "pending_approval_used";--> statement-breakpoint
ALTER INDEX "first_word_open" RENAME TO "pending_approval_open";
