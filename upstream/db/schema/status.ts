import { date, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { incidentKinds, partStates, serviceParts } from "../../../contract/market/service-parts.ts";
import type { Lang } from "../../../contract/values/languages.ts";
import { minor, moment } from "./columns.ts";
import { listed, rule } from "./constraints.ts";
import { asset } from "./market.ts";

/** What could be paid out of an asset at the first recorded moment of an hour, for the status page. */
export const reserveHistory = pgTable(
  "reserve_history",
  {
    assetId: text("asset_id")
      .notNull()
      .references(() => asset.id),
    hour: moment("hour").notNull(),
    amount: minor("amount").notNull(),
  },
  (t) => [primaryKey({ columns: [t.assetId, t.hour] })],
);

/** The measured minutes of a part on a day in UTC. Minutes between the first and the last that neither counts stood. */
export const partDay = pgTable(
  "part_day",
  {
    part: text("part", { enum: serviceParts }).notNull(),
    day: date("day", { mode: "string" }).notNull(),
    firstMinute: moment("first_minute").notNull(),
    lastMinute: moment("last_minute").notNull(),
    working: integer("working").notNull(),
    partly: integer("partly").notNull(),
    /** The same by hour of the day, 24 counts; null of a day that an earlier version began. */
    workingByHour: integer("working_by_hour").array(),
    partlyByHour: integer("partly_by_hour").array(),
    /** In the last minute. */
    state: text("state", { enum: partStates }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.part, t.day] }),
    listed("part_day", "part", serviceParts),
    listed("part_day", "state", partStates),
    rule("part_day_minutes", "working >= 0 and partly >= 0 and first_minute <= last_minute"),
    rule(
      "part_day_hours",
      "coalesce(cardinality(working_by_hour), 24) = 24 and coalesce(cardinality(partly_by_hour), 24) = 24",
    ),
  ],
);

type Words = Record<Lang, string>;

/** Something that went wrong or is planned, in the operator's words. */
export const incident = pgTable(
  "incident",
  {
    id: text("id").primaryKey(),
    kind: text("kind", { enum: incidentKinds }).notNull(),
    title: jsonb("title").$type<Words>().notNull(),
    text: jsonb("text").$type<Words>().notNull(),
    startedAt: moment("started_at").notNull(),
    endedAt: moment("ended_at"),
    nextWordAt: moment("next_word_at"),
    updatedAt: moment("updated_at").notNull(),
  },
  (t) => [
    index("incident_started").on(t.startedAt),
    listed("incident", "kind", incidentKinds),
    rule("incident_times", "ended_at is null or (ended_at >= started_at and next_word_at is null)"),
  ],
);
