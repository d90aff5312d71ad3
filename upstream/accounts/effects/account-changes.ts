import type { MemberSetting } from "../../../contract/member/member-settings.ts";
import type { member } from "../../db/schema/accounts.ts";
import type { MemberRow } from "../sign-in/sessions.ts";

/** An account or address, in its normal form, with the name that the member gives it. */
export type NamedAddress = { asset: string; account: string; memo: string | null; label: string };

type NewMember = Omit<typeof member.$inferInsert, "id">;
type Profile = Partial<Pick<MemberRow, "name" | "phone" | "timezone" | "locale" | "newsSince" | MemberSetting>>;

/** What each effect changes. */
export type AccountChanges = {
  account_opened: { row: NewMember; passwordHash: string | null; googleSubject: string | null };
  session_opened: { remembered: boolean };
  signed_out: { id: string };
  /** `id`: of one session; otherwise all but `except`. */
  sessions_ended: { id: string } | { except: string | null };
  data_exported: Record<string, never>;
  google_linked: { subject: string };
  password_changed: { passwordHash: string };
  password_reset: { passwordHash: string };
  email_changed: { email: string };
  authenticator_on: { sealedSecret: string; step: number; recoveryHashes: readonly string[] };
  authenticator_off: Record<string, never>;
  phrase_changed: { phrase: string | null };
  account_closed: Record<string, never>;
  profile_changed: Omit<Profile, "order_email"> & { order_email?: true };
  order_emails_off: Record<string, never>;
  picture_changed: { id: string | null; image: Uint8Array | null };
  news_stopped: Record<string, never>;
  address_code_sent: NamedAddress;
  address_requested: NamedAddress;
  address_saved: NamedAddress;
  address_renamed: NamedAddress & { id: string };
  address_deleted: { id: string };
  addresses_dropped: { since: Date };
  addresses_only_on: Record<string, never>;
  addresses_only_off: { endsAt: Date };
  account_frozen: { until: Date };
  freeze_reported: { until: Date };
  withdrawals_frozen: { until: Date };
  withdrawals_unfrozen: Record<string, never>;
  sign_in_unlocked: Record<string, never>;
};
