import { z } from "zod/v4";
import { openEnum, time } from "../values/amount.ts";
import { languages } from "../values/languages.ts";
import { memberLoyalty } from "./loyalty.ts";
import { ofEachSetting } from "./member-settings.ts";
import { securityEvents } from "./security-events.ts";

const typed = z.string().trim().max(500);

/** Whether money is withdrawn to saved addresses only. */
export const addressesOnly = z.object({
  on: z.boolean(),
  ends_at: time.nullable().describe("It was turned off, and stays in force until then."),
});

/** The signed-in member. Features the service does not have (yet) are `null`. */
export const memberProfile = z
  .object({
    id: z.string(),
    email: z.string(),
    email_verified: z.literal([0, 1]),
    name: z.string().nullable(),
    avatar_url: z
      .string()
      .nullable()
      .describe("A path of this service, `/api/v1/avatars/...`, which requires no client-id."),
    locale: z.enum(languages),
    timezone: z.string().describe("IANA time zone name: Europe/Riga."),
    phone: z.string().nullable().describe("E.164: +37120000000."),
    phrase: z
      .string()
      .nullable()
      .default(null)
      .describe("The member's own words in each of our emails, by which to know them; null without one."),
    sign_in: z.object({ password: z.boolean(), google: z.boolean() }).describe("Sign-in methods of the account."),
    two_factor: z.object({ enabled: z.boolean(), recovery_left: z.int() }),
    kyc: z
      .object({ level: z.int(), status: z.string(), limits: z.object({ day_usd: z.string(), used_usd: z.string() }) })
      .nullable(),
    loyalty: memberLoyalty.nullable(),
    affiliate: z.object({ code: z.string(), link: z.string(), balance: z.string(), asset: z.string() }).nullable(),
    notifications: z.object({
      ...ofEachSetting(() => z.boolean()),
      login_email: z.literal(true).describe("Emails about sign-ins cannot be turned off."),
    }),
    open_orders: z.int().describe("Number of orders that have not ended, without drafts."),
    withdrawals_frozen_until: time.nullable(),
    withdrawal_addresses_only: addressesOnly.default({ on: false, ends_at: null }),
    accepted: z
      .object({ terms_version: z.string(), at: time })
      .nullable()
      .default(null)
      .describe("The terms accepted with the account; null for one from before they were kept."),
    created_at: time,
  })
  .meta({ id: "MemberProfile" });
export type MemberProfile = z.infer<typeof memberProfile>;
export const profileReply = z.object({ data: memberProfile });

/** A partial update: fields left out stay. An empty name or phone removes it. */
export const profileBody = z.object({
  name: typed.nullish(),
  locale: z.enum(languages).optional(),
  timezone: typed.optional(),
  phone: typed.nullish(),
  notifications: z.object(ofEachSetting(() => z.boolean().optional())).optional(),
});

/** `data:image/png;base64,...` of a PNG, JPEG or WebP of at most 512 kB; null removes the picture. */
export const avatarBody = z.object({ image: z.string().nullable() });
export const avatarReply = z.object({ data: z.object({ avatar_url: z.string().nullable() }) });
export const avatarQuery = z.object({ id: z.string().max(64) });

export const memberSession = z
  .object({
    id: z.string(),
    current: z.boolean(),
    address: z.string().nullable(),
    client: z.string().nullable().describe("The browser’s user agent at sign-in."),
    created_at: time,
    last_used_at: time.describe("To the minute."),
    expires_at: time,
    remembered: z.boolean().describe("Valid for 30 days even without activity."),
  })
  .meta({ id: "MemberSession" });
export const sessionsReply = z.object({ data: z.array(memberSession) });
export const sessionQuery = z.object({ id: z.string().max(64) });
export const revokedReply = z.object({ data: z.object({ sessions_revoked: z.int() }) });

/** An entry of the sign-in history. */
export const loginEntry = z
  .object({
    id: z.string(),
    event: openEnum(securityEvents),
    method: openEnum(["password", "google", "code", "operator"]).nullable(),
    address: z.string().nullable(),
    client: z.string().nullable(),
    at: time,
  })
  .meta({ id: "LoginEntry" });

/** Pages count from 1. */
export const pageQuery = {
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  per_page: z.coerce.number().int().min(1).max(100).default(20),
};
export const pageMeta = z
  .object({ page: z.int(), per_page: z.int(), total: z.int(), last_page: z.int(), has_more: z.boolean() })
  .meta({ id: "PageMeta" });

export const loginsQuery = z.object(pageQuery);
export const loginsReply = z.object({ data: z.array(loginEntry), meta: pageMeta });

/** A saved account or address. */
export const savedAddress = z
  .object({
    id: z.string(),
    asset: z.string(),
    label: z.string(),
    account: z.string(),
    memo: z.string().nullable(),
    usable_at: time.nullable().default(null).describe("From when money can be sent to it without waiting."),
    created_at: time,
  })
  .meta({ id: "SavedAddress" });
export const addressesQuery = z.object({ asset: typed.optional() });
export const addressesReply = z.object({ data: z.array(savedAddress) });
const address = { asset: typed, label: typed, account: typed, memo: typed.nullish() };
export const addressCodeBody = z.object(address);
/** What is about to be saved, in the form in which it will be. */
export const addressCodeReply = z.object({
  data: z.object({
    asset: z.string(),
    label: z.string(),
    account: z.string(),
    memo: z.string().nullable(),
    renames: z.boolean().describe("It is saved already, under another name, and keeps its age."),
    usable_at: time.describe("From when money could be sent to it without waiting, if it were saved now."),
    confirm_with: openEnum(["authenticator", "email"]),
    challenge: z
      .object({ expires_at: time, resend_at: time, code_length: z.int() })
      .nullable()
      .describe("The emailed code; null where the authenticator app has it."),
  }),
});
/** The code is bound to all the other fields: of the authenticator app, a recovery code, or the emailed one. */
export const addressBody = z.object({ ...address, code: z.string().trim().max(64).nullish() });
export const addressReply = z.object({ data: savedAddress });
export const addressQuery = z.object({ id: z.string().max(64) });
