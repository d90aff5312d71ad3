import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { languages } from "../../../contract/values/languages.ts";
import { moment } from "./columns.ts";

const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => "bytea",
  fromDriver: (value) => new Uint8Array(value),
});

/** Somebody with an account. What opens it stands in tables of its own, so that nobody reads it by the way. */
export const member = pgTable(
  "member",
  {
    id: text("id").primaryKey(),
    /** Confirmed by a code before the row is made, or by Google. Of a closed account an address that nobody has. */
    email: text("email").notNull(),
    name: text("name"),
    locale: text("locale", { enum: languages }).notNull(),
    timezone: text("timezone").notNull().default("UTC"),
    phone: text("phone"),
    avatarId: text("avatar_id"),
    orderLetters: boolean("order_letters").notNull().default(true),
    loginLetters: boolean("login_letters").notNull().default(true),
    news: boolean("news").notNull().default(false),
    partner: text("partner"),
    termsVersion: text("terms_version"),
    withdrawalsFrozenUntil: moment("withdrawals_frozen_until"),
    createdAt: moment("created_at").notNull(),
    closedAt: moment("closed_at"),
  },
  (t) => [uniqueIndex("member_email").on(sql`lower(${t.email})`)],
);

/** The password of a member who has one: argon2id with its parameters in the text. */
export const memberPassword = pgTable("member_password", {
  memberId: text("member_id").primaryKey(),
  hash: text("hash").notNull(),
  changedAt: moment("changed_at").notNull(),
});

/** Who the member is at Google. */
export const googleIdentity = pgTable(
  "google_identity",
  {
    subject: text("subject").primaryKey(),
    memberId: text("member_id").notNull(),
    linkedAt: moment("linked_at").notNull(),
  },
  (t) => [index("google_identity_member").on(t.memberId)],
);

/** An ID token that was shown once: again only to finish what it began. */
export const shownIdToken = pgTable(
  "shown_id_token",
  {
    hash: text("hash").primaryKey(),
    /** `linking`: waits for the password of the account with its e-mail; `factor`: for a two-factor code. */
    state: text("state", { enum: ["linking", "factor", "spent"] }).notNull(),
    expiresAt: moment("expires_at").notNull(),
  },
  (t) => [index("shown_id_token_expiry").on(t.expiresAt)],
);

/** A code that was mailed. The code itself is derived from this row's number and never stored. */
export const emailCode = pgTable(
  "email_code",
  {
    id: text("id").primaryKey(),
    purpose: text("purpose", { enum: ["sign_up", "reset", "email_change"] }).notNull(),
    /** In small letters. */
    email: text("email").notNull(),
    /** Whose e-mail is to change. */
    memberId: text("member_id"),
    language: text("language", { enum: languages }).notNull(),
    partner: text("partner"),
    digits: integer("digits").notNull(),
    tries: integer("tries").notNull().default(0),
    /** Where it was asked for. */
    network: text("network").notNull(),
    createdAt: moment("created_at").notNull(),
    expiresAt: moment("expires_at").notNull(),
    /** Used, or replaced by a newer one. */
    endedAt: moment("ended_at"),
  },
  (t) => [index("email_code_email").on(t.email, t.createdAt), index("email_code_created").on(t.createdAt)],
);

/** How many wrong codes were given for an address since its owner last gave the right one. */
export const codeFailures = pgTable("code_failures", {
  email: text("email").primaryKey(),
  failures: integer("failures").notNull(),
});

/** Tries within a window; counted before they are judged, so that many at once are not more. */
export const attempt = pgTable(
  "attempt",
  {
    key: text("key").primaryKey(),
    tries: integer("tries").notNull(),
    endsAt: moment("ends_at").notNull(),
  },
  (t) => [index("attempt_end").on(t.endsAt)],
);

/** A signed-in browser. Only the hash of its bearer is kept. */
export const memberSession = pgTable(
  "member_session",
  {
    id: text("id").primaryKey(),
    memberId: text("member_id").notNull(),
    tokenHash: text("token_hash").notNull().unique(),
    address: text("address"),
    client: text("client"),
    /** By its member's wish it does not end when it is not used. */
    remembered: boolean("remembered").notNull().default(false),
    createdAt: moment("created_at").notNull(),
    lastUsedAt: moment("last_used_at").notNull(),
    expiresAt: moment("expires_at").notNull(),
  },
  (t) => [index("member_session_member").on(t.memberId), index("member_session_expiry").on(t.expiresAt)],
);

/** A sign-in whose first step is done and whose two-factor code is not given yet. */
export const signInStep = pgTable("sign_in_step", {
  tokenHash: text("token_hash").primaryKey(),
  memberId: text("member_id").notNull(),
  method: text("method", { enum: ["password", "google"] }).notNull(),
  expiresAt: moment("expires_at").notNull(),
});

/** The authenticator of a member; pending until a code of it was given. The secret is sealed. */
export const totp = pgTable("totp", {
  memberId: text("member_id").primaryKey(),
  sealedSecret: text("sealed_secret").notNull(),
  confirmedAt: moment("confirmed_at"),
  /** Of one that is pending. */
  expiresAt: moment("expires_at"),
  /** The newest time step whose code was taken: none is taken twice. */
  lastStep: integer("last_step").notNull().default(0),
  /** Wrong codes since it was set up or a recovery code was used; at a hundred it is closed. */
  failures: integer("failures").notNull().default(0),
});

export const recoveryCode = pgTable(
  "recovery_code",
  {
    memberId: text("member_id").notNull(),
    hash: text("hash").notNull(),
    usedAt: moment("used_at"),
  },
  (t) => [primaryKey({ columns: [t.memberId, t.hash] })],
);

/** That somebody came in. Written out and without parameters: only so the database sees that its index answers. */
export const hasEntered = (event: AnyPgColumn) => sql`${event} in ('registered', 'signed_in', 'password_reset')`;

/** The login history. Failures for addresses without an account are counted to nobody, so that they cost the same. */
export const securityEvent = pgTable(
  "security_event",
  {
    id: text("id").primaryKey(),
    memberId: text("member_id").notNull(),
    event: text("event").notNull(),
    method: text("method", { enum: ["password", "google", "code", "operator"] }),
    address: text("address"),
    network: text("network"),
    client: text("client"),
    at: moment("at").notNull(),
  },
  (t) => [
    index("security_event_member").on(t.memberId, t.at),
    index("security_event_at").on(t.at),
    index("security_event_entered").on(t.memberId, t.network, t.at).where(hasEntered(t.event)),
  ],
);

/** An account or address that a member uses again and again. */
export const savedAddress = pgTable(
  "saved_address",
  {
    id: text("id").primaryKey(),
    memberId: text("member_id").notNull(),
    asset: text("asset").notNull(),
    label: text("label").notNull(),
    account: text("account").notNull(),
    memo: text("memo"),
    createdAt: moment("created_at").notNull(),
  },
  (t) => [uniqueIndex("saved_address_once").on(t.memberId, t.asset, t.account, sql`coalesce(memo, '')`)],
);

/** A picture, drawn anew by us. */
export const avatar = pgTable("avatar", {
  id: text("id").primaryKey(),
  memberId: text("member_id").notNull(),
  image: bytes("image").notNull(),
  createdAt: moment("created_at").notNull(),
});
