CREATE TABLE "gateway_event" (
	"gateway" text NOT NULL,
	"id" text NOT NULL,
	"body_hash" text NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "gateway_event_gateway_id_pk" PRIMARY KEY("gateway","id")
);
--> statement-breakpoint
CREATE TABLE "gateway_payment" (
	"gateway" text NOT NULL,
	"id" text NOT NULL,
	"version" integer NOT NULL,
	CONSTRAINT "gateway_payment_gateway_id_pk" PRIMARY KEY("gateway","id")
);
--> statement-breakpoint
CREATE TABLE "gateway_session" (
	"gateway" text NOT NULL,
	"id" text NOT NULL,
	"order_ref" text NOT NULL,
	"asset" text NOT NULL,
	"amount" numeric(38,0) NOT NULL,
	"page_url" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "gateway_session_gateway_id_pk" PRIMARY KEY("gateway","id")
);
--> statement-breakpoint
CREATE TABLE "sandbox_session" (
	"id" text PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"reference" text NOT NULL,
	"asset" text NOT NULL,
	"amount" numeric(38,0) NOT NULL,
	"return_url" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_session_event" (
	"id" text PRIMARY KEY NOT NULL,
	"session_id" text NOT NULL,
	"event" jsonb NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp (3) with time zone NOT NULL,
	"delivered_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "gateway_session_once" ON "gateway_session" USING btree ("gateway","order_ref","asset","amount");--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_session_key" ON "sandbox_session" USING btree ("key");--> statement-breakpoint
CREATE INDEX "sandbox_session_event_due" ON "sandbox_session_event" USING btree ("delivered_at","next_try_at");--> statement-breakpoint
CREATE INDEX "sandbox_session_event_session" ON "sandbox_session_event" USING btree ("session_id");