import { sql } from "drizzle-orm";
import { type AnyPgColumn, boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { botCheckActions } from "../../../contract/bot-check/actions.ts";
import { type MemberSetting, memberSettings, ofEachSetting } from "../../../contract/member/member-settings.ts";
import { securityEvents } from "../../../contract/member/security-events.ts";
import { languages } from "../../../contract/values/languages.ts";
import { bytes, moment } from "./columns.ts";
import { listed, rule, withMember } from "./constraints.ts";

const tokenStates = ["linking", "factor", "spent"] as const;
const codePurposes = ["sign_up", "reset", "email_change", "bot_check", "withdrawal"] as const;
const signInMethods = ["password", "google"] as const;
const securityMethods = ["password", "google", "code", "operator"] as const;

/** The member that a row belongs to and is deleted with. */
const ofMember = () =>
  text("member_id")
    .notNull()
    .references(() => member.id, withMember);

/** Columns that are older than the name of their setting. */
const olderColumns: Partial<Record<MemberSetting, string>> = { order_email: "order_letters" };
const settingColumn = (name: MemberSetting) =>
  boolean(olderColumns[name] ?? name)
    .notNull()
    .default(memberSettings[name]);

/** A member. Credentials are in tables of their own, so that no query reads them by accident. */
export const member = pgTable(
  "member",
  {
    id: text("id").primaryKey(),
    /** Confirmed by a code before the row is created, or by Google. A closed account gets a placeholder address. */
    email: text("email").notNull(),
    name: text("name"),
    locale: text("locale", { enum: languages }).notNull(),
    timezone: text("timezone").notNull().default("UTC"),
    phone: text("phone"),
    /** The member's own words in our emails. */
    phrase: text("phrase"),
    avatarId: text("avatar_id"),
    /** Not read: emails about sign-ins are always sent. Kept for the version before, which runs beside this one in an upgrade. */
    loginLetters: boolean("login_letters").notNull().default(true),
    ...ofEachSetting(settingColumn),
    /** When the member last asked for news; null where that is not known. */
    newsSince: moment("news_since"),
    partner: text("partner"),
    termsVersion: text("terms_version"),
    withdrawalsFrozenUntil: moment("withdrawals_frozen_until"),
    /** Withdrawals go to saved addresses only; once turned off, until this time still. */
    withdrawalAddressesOnly: boolean("withdrawal_addresses_only").notNull().default(false),
    addressesOnlyEndsAt: moment("addresses_only_ends_at"),
    createdAt: moment("created_at").notNull(),
    closedAt: moment("closed_at"),
  },
  (t) => [uniqueIndex("member_email").on(sql`lower(${t.email})`)],
);

/** The password of a member who has one: argon2id, parameters included in the text. */
export const memberPassword = pgTable("member_password", {
  memberId: text("member_id")
    .primaryKey()
    .references(() => member.id, withMember),
  hash: text("hash").notNull(),
  changedAt: moment("changed_at").notNull(),
});

/** The member's Google account. */
export const googleIdentity = pgTable(
  "google_identity",
  {
    subject: text("subject").primaryKey(),
    memberId: ofMember(),
    linkedAt: moment("linked_at").notNull(),
  },
  (t) => [index("google_identity_member").on(t.memberId)],
);

/** ID tokens that were used, accepted again only to finish the sign-in they began. */
export const shownIdToken = pgTable(
  "shown_id_token",
  {
    hash: text("hash").primaryKey(),
    /** `linking`: waits for the password of the account with this email; `factor`: for a two-factor code. */
    state: text("state", { enum: tokenStates }).notNull(),
    expiresAt: moment("expires_at").notNull(),
  },
  (t) => [index("shown_id_token_expiry").on(t.expiresAt), listed("shown_id_token", "state", tokenStates)],
);

/** An emailed code. The code is derived from this row's id and never stored. */
export const emailCode = pgTable(
  "email_code",
  {
    id: text("id").primaryKey(),
    purpose: text("purpose", { enum: codePurposes }).notNull(),
    /** In lower case. */
    email: text("email").notNull(),
    /** The member whose email is to change. */
    memberId: text("member_id").references(() => member.id, withMember),
    language: text("language", { enum: languages }).notNull(),
    partner: text("partner"),
    /** When the visitor first came through the partner's link. */
    partnerAt: moment("partner_at"),
    digits: integer("digits").notNull(),
    tries: integer("tries").notNull().default(0),
    /** Where it was requested. */
    network: text("network").notNull(),
    createdAt: moment("created_at").notNull(),
    expiresAt: moment("expires_at").notNull(),
    /** Used, or replaced by a newer one. */
    endedAt: moment("ended_at"),
    /** What a code of a bot check is for. */
    action: text("action", { enum: botCheckActions }),
    /** What a code of a withdrawal confirms: its id with a hash of amount and address. */
    subject: text("subject"),
  },
  (t) => [
    index("email_code_email").on(t.email, t.createdAt),
    index("email_code_created").on(t.createdAt),
    index("email_code_member").on(t.memberId),
    index("email_code_subject").on(t.subject).where(sql`subject is not null`),
    listed("email_code", "purpose", codePurposes),
    rule("email_code_member_changes", "purpose <> 'email_change' or member_id is not null"),
    rule("email_code_action", "(purpose = 'bot_check') = (action is not null)"),
    rule("email_code_subject", "(purpose = 'withdrawal') = (subject is not null)"),
  ],
);

/** Wrong codes for an address since its owner last entered a correct one. */
export const codeFailures = pgTable(
  "code_failures",
  {
    email: text("email").notNull(),
    /** Codes that a signed-in member caused; those that anybody can cause are counted apart. */
    bySignedIn: boolean("by_signed_in").notNull().default(false),
    failures: integer("failures").notNull(),
  },
  (t) => [primaryKey({ columns: [t.email, t.bySignedIn] })],
);

/** Attempts within a window, counted before they are checked, so that parallel attempts are counted too. */
export const attempt = pgTable(
  "attempt",
  {
    key: text("key").primaryKey(),
    tries: integer("tries").notNull(),
    endsAt: moment("ends_at").notNull(),
  },
  (t) => [index("attempt_end").on(t.endsAt)],
);

/** A solved bot check that was used, or an order whose customer passed one; the hash of either, until it expires. */
export const botCheckUse = pgTable(
  "bot_check_use",
  {
    key: text("key").primaryKey(),
    expiresAt: moment("expires_at").notNull(),
  },
  (t) => [index("bot_check_use_expiry").on(t.expiresAt)],
);

/** A signed-in browser. Only the hash of its token is stored. */
export const memberSession = pgTable(
  "member_session",
  {
    id: text("id").primaryKey(),
    memberId: ofMember(),
    tokenHash: text("token_hash").notNull().unique(),
    address: text("address"),
    client: text("client"),
    /** The member chose to stay signed in: inactivity does not end it. */
    remembered: boolean("remembered").notNull().default(false),
    createdAt: moment("created_at").notNull(),
    lastUsedAt: moment("last_used_at").notNull(),
    expiresAt: moment("expires_at").notNull(),
  },
  (t) => [index("member_session_member").on(t.memberId), index("member_session_expiry").on(t.expiresAt)],
);

/** A sign-in whose two-factor code is missing. */
export const signInStep = pgTable(
  "sign_in_step",
  {
    tokenHash: text("token_hash").primaryKey(),
    memberId: ofMember(),
    method: text("method", { enum: signInMethods }).notNull(),
    expiresAt: moment("expires_at").notNull(),
  },
  (t) => [index("sign_in_step_member").on(t.memberId), listed("sign_in_step", "method", signInMethods)],
);

/** The member's authenticator; pending until its first code is confirmed. The secret is encrypted. */
export const totp = pgTable("totp", {
  memberId: text("member_id")
    .primaryKey()
    .references(() => member.id, withMember),
  sealedSecret: text("sealed_secret").notNull(),
  confirmedAt: moment("confirmed_at"),
  /** Expiry while pending. */
  expiresAt: moment("expires_at"),
  /** The newest time step whose code was accepted; no code is accepted twice. */
  lastStep: integer("last_step").notNull().default(0),
  /** Wrong codes since set-up or the last recovery code; at a hundred it is locked. */
  failures: integer("failures").notNull().default(0),
});

export const recoveryCode = pgTable(
  "recovery_code",
  {
    memberId: ofMember(),
    hash: text("hash").notNull(),
    usedAt: moment("used_at"),
  },
  (t) => [primaryKey({ columns: [t.memberId, t.hash] })],
);

/** Partial index condition for successful sign-ins. Literal, without parameters, so that the planner matches it. */
export const hasEntered = (event: AnyPgColumn) => sql`${event} in ('registered', 'signed_in', 'password_reset')`;

/** Sign-in history. Failures for addresses without an account have no member, so that both cost the same. */
export const securityEvent = pgTable(
  "security_event",
  {
    id: text("id").primaryKey(),
    memberId: text("member_id").notNull(),
    event: text("event", { enum: securityEvents }).notNull(),
    method: text("method", { enum: securityMethods }),
    address: text("address"),
    network: text("network"),
    client: text("client"),
    at: moment("at").notNull(),
  },
  (t) => [
    index("security_event_member").on(t.memberId, t.at),
    index("security_event_at").on(t.at),
    index("security_event_entered").on(t.memberId, t.network, t.at).where(hasEntered(t.event)),
    listed("security_event", "event", securityEvents),
    listed("security_event", "method", securityMethods),
  ],
);

/** A picture that we have re-encoded. */
export const avatar = pgTable(
  "avatar",
  {
    id: text("id").primaryKey(),
    memberId: ofMember(),
    image: bytes("image").notNull(),
    createdAt: moment("created_at").notNull(),
  },
  (t) => [index("avatar_member").on(t.memberId)],
);
