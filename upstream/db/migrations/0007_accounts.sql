CREATE TABLE "attempt" (
	"key" text PRIMARY KEY NOT NULL,
	"tries" integer NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "avatar" (
	"id" text PRIMARY KEY NOT NULL,
	"member_id" text NOT NULL,
	"image" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "code_failures" (
	"email" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "email_code" (
	"id" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"email" text NOT NULL,
	"member_id" text,
	"language" text NOT NULL,
	"partner" text,
	"digits" integer NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"network" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "google_identity" (
	"subject" text PRIMARY KEY NOT NULL,
	"member_id" text NOT NULL,
	"linked_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "member" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text,
	"locale" text NOT NULL,
	"timezone" text DEFAULT 'UTC' NOT NULL,
	"phone" text,
	"avatar_id" text,
	"order_letters" boolean DEFAULT true NOT NULL,
	"login_letters" boolean DEFAULT true NOT NULL,
	"news" boolean DEFAULT false NOT NULL,
	"partner" text,
	"terms_version" text,
	"withdrawals_frozen_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "member_password" (
	"member_id" text PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "member_session" (
	"id" text PRIMARY KEY NOT NULL,
	"member_id" text NOT NULL,
	"token_hash" text NOT NULL,
	"address" text,
	"client" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "member_session_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "recovery_code" (
	"member_id" text NOT NULL,
	"hash" text NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "recovery_code_member_id_hash_pk" PRIMARY KEY("member_id","hash")
);
--> statement-breakpoint
CREATE TABLE "saved_address" (
	"id" text PRIMARY KEY NOT NULL,
	"member_id" text NOT NULL,
	"asset" text NOT NULL,
	"label" text NOT NULL,
	"account" text NOT NULL,
	"memo" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "security_event" (
	"id" text PRIMARY KEY NOT NULL,
	"member_id" text NOT NULL,
	"event" text NOT NULL,
	"method" text,
	"address" text,
	"network" text,
	"client" text,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shown_id_token" (
	"hash" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_step" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"member_id" text NOT NULL,
	"method" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "totp" (
	"member_id" text PRIMARY KEY NOT NULL,
	"sealed_secret" text NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"last_step" integer DEFAULT 0 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX "attempt_end" ON "attempt" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "email_code_email" ON "email_code" USING btree ("email","created_at");--> statement-breakpoint
CREATE INDEX "email_code_created" ON "email_code" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "google_identity_member" ON "google_identity" USING btree ("member_id");--> statement-breakpoint
CREATE UNIQUE INDEX "member_email" ON "member" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "member_session_member" ON "member_session" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "member_session_expiry" ON "member_session" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_address_once" ON "saved_address" USING btree ("member_id","asset","account",coalesce(memo, ''));--> statement-breakpoint
CREATE INDEX "security_event_member" ON "security_event" USING btree ("member_id","at");--> statement-breakpoint
CREATE INDEX "security_event_at" ON "security_event" USING btree ("at");--> statement-breakpoint
CREATE INDEX "shown_id_token_expiry" ON "shown_id_token" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "order_owner" ON "exchange_order" USING btree ("owner_id","created_at");