CREATE TABLE "page_view" (
	"day" text NOT NULL,
	"page" text NOT NULL,
	"language" text NOT NULL,
	"referrer" text NOT NULL,
	"is_bot" boolean NOT NULL,
	"views" integer NOT NULL,
	CONSTRAINT "page_view_day_page_language_referrer_is_bot_pk" PRIMARY KEY("day","page","language","referrer","is_bot"),
	CONSTRAINT "page_view_language_check" CHECK ("language" in ('en', 'ru')),
	CONSTRAINT "page_view_views" CHECK (views > 0)
);
