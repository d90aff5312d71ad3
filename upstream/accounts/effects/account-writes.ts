import { and, eq, gt, isNull, ne, sql } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { avatar, googleIdentity, member, memberPassword, recoveryCode, totp } from "../../db/schema/accounts.ts";
import { addressChange, savedAddress } from "../../db/schema/saved-addresses.ts";
import type { Context } from "../../ports/context.ts";
import { type Refusal, refuse } from "../../shared/rules/refusal.ts";
import type { AddressesOnly } from "../../withdrawals/rules/addresses-only.ts";
import type { ClientOrigin } from "../client-origin.ts";
import type { AccountEffect } from "../rules/account-effects.ts";
import { savePassword } from "../security/passwords.ts";
import { endOneSession, endSessions, type MemberRow, type NewSession, openSession } from "../sign-in/sessions.ts";
import type { AccountChanges, NamedAddress } from "./account-changes.ts";

export type SavedAddressRow = typeof savedAddress.$inferSelect;
type Results = {
  account_opened: MemberRow;
  session_opened: NewSession;
  /** How many. */
  sessions_ended: number;
  address_saved: SavedAddressRow;
  address_renamed: SavedAddressRow;
  addresses_dropped: SavedAddressRow[];
  profile_changed: MemberRow;
};
/** What the change has made; `true` where there is nothing to say. */
export type EffectResult<Effect extends AccountEffect> = Effect extends keyof Results ? Results[Effect] : true;

/** `id`: of the account. `eventId`: of the entry that the security history gets. */
type On = { ctx: Pick<Context, "ids">; id: string; eventId: string; origin: ClientOrigin; now: Date };
/** Null: nothing changed, so nobody is told. */
type Writes = {
  [Effect in AccountEffect]: (
    tx: Tx,
    on: On,
    change: AccountChanges[Effect],
  ) => Promise<EffectResult<Effect> | Refusal | null>;
};

/** The only statements that change an account. Called by `applyEffect`, under the lock of the account. */
export const accountWrites: Writes = {
  async account_opened(tx, { id, now }, { row, passwordHash, googleSubject }) {
    const [opened] = await tx
      .insert(member)
      .values({ ...row, id })
      .onConflictDoNothing()
      .returning();
    if (!opened) return null;
    if (passwordHash !== null) await savePassword(tx, id, passwordHash, now);
    if (googleSubject !== null)
      await tx.insert(googleIdentity).values({ subject: googleSubject, memberId: id, linkedAt: now });
    return opened;
  },

  session_opened: (tx, { ctx, id: memberId, origin, now }, { remembered }) =>
    openSession(tx, ctx, { memberId, origin, remembered, now }),
  signed_out: async (tx, { id: memberId }, { id }) => (await endOneSession(tx, memberId, id)) || null,

  async sessions_ended(tx, { id }, ended) {
    if ("except" in ended) return (await endSessions(tx, id, ended.except)) || null;
    return (await endOneSession(tx, id, ended.id)) ? 1 : refuse("not_found");
  },

  data_exported: async () => true,

  async google_linked(tx, { id, now }, { subject }) {
    const linked = await tx
      .insert(googleIdentity)
      .values({ subject, memberId: id, linkedAt: now })
      .onConflictDoNothing()
      .returning({ subject: googleIdentity.subject });
    return linked.length > 0 || null;
  },

  password_changed: setPassword,
  password_reset: setPassword,
  async email_changed(tx, { id }, { email }) {
    // An account with this address may have been created after the code was sent.
    const [taken] = await tx
      .select({ id: member.id })
      .from(member)
      .where(eq(sql`lower(${member.email})`, email.toLowerCase()));
    return taken ? refuse("email_taken") : change(tx, id, { email });
  },

  async authenticator_on(tx, { id, now }, { sealedSecret, step, recoveryHashes }) {
    const pending = and(eq(totp.memberId, id), isNull(totp.confirmedAt), eq(totp.sealedSecret, sealedSecret));
    const confirmed = { confirmedAt: now, expiresAt: null, lastStep: step, failures: 0 };
    const [on] = await tx.update(totp).set(confirmed).where(pending).returning({ memberId: totp.memberId });
    if (!on) return refuse("invalid_transition");
    await tx.delete(recoveryCode).where(eq(recoveryCode.memberId, id));
    await tx.insert(recoveryCode).values(recoveryHashes.map((hash) => ({ memberId: id, hash })));
    return true;
  },

  async authenticator_off(tx, { id }) {
    await tx.delete(totp).where(eq(totp.memberId, id));
    await tx.delete(recoveryCode).where(eq(recoveryCode.memberId, id));
    return true;
  },

  phrase_changed: (tx, { id }, { phrase }) => change(tx, id, { phrase }),

  async account_closed(tx, { id, now }) {
    const ofMember = [memberPassword, googleIdentity, totp, recoveryCode, savedAddress, addressChange, avatar];
    for (const table of ofMember) await tx.delete(table).where(eq(table.memberId, id));
    const blank = {
      name: null,
      phone: null,
      phrase: null,
      avatarId: null,
      partner: null,
      news: false,
      newsSince: null,
    };
    // A placeholder, so that the member's email is free for another account.
    return change(tx, id, { ...blank, email: `${id}@closed.invalid`, closedAt: now });
  },

  async profile_changed(tx, { id }, profile) {
    const [changed] = await tx.update(member).set(profile).where(eq(member.id, id)).returning();
    return changed ?? null;
  },

  order_emails_off: (tx, { id }) => change(tx, id, { order_email: false }),

  async picture_changed(tx, on, { id, image }) {
    if (id !== null && image !== null)
      await tx.insert(avatar).values({ id, memberId: on.id, image, createdAt: on.now });
    await tx.delete(avatar).where(and(eq(avatar.memberId, on.id), id ? ne(avatar.id, id) : undefined));
    return change(tx, on.id, { avatarId: id });
  },

  news_stopped: (tx, { id }) => change(tx, id, { news: false, newsSince: null }),

  // Nothing is saved yet; the email and the history name the address.
  address_code_sent: (tx, on, address) => recordAddress(tx, on, "requested", address),
  address_requested: (tx, on, address) => recordAddress(tx, on, "requested", address),

  async address_saved(tx, on, { asset, account, memo, label }) {
    const [saved] = await tx
      .insert(savedAddress)
      .values({ id: on.ctx.ids.newId("adr"), memberId: on.id, asset, account, memo, label, createdAt: on.now })
      .onConflictDoNothing()
      .returning();
    if (!saved) return refuse("request_in_progress", { extra: { retry_after_seconds: 1 } });
    await recordAddress(tx, on, "saved", saved);
    return saved;
  },

  async address_renamed(tx, on, { id, label }) {
    const [renamed] = await tx
      .update(savedAddress)
      .set({ label })
      .where(and(eq(savedAddress.id, id), eq(savedAddress.memberId, on.id)))
      .returning();
    if (!renamed) return refuse("not_found");
    await recordAddress(tx, on, "renamed", renamed);
    return renamed;
  },

  async address_deleted(tx, on, { id }) {
    const [deleted] = await tx
      .delete(savedAddress)
      .where(and(eq(savedAddress.id, id), eq(savedAddress.memberId, on.id)))
      .returning();
    if (!deleted) return refuse("not_found");
    await recordAddress(tx, on, "deleted", deleted);
    return true;
  },

  async addresses_dropped(tx, on, { since }) {
    const dropped = await tx
      .delete(savedAddress)
      .where(and(eq(savedAddress.memberId, on.id), gt(savedAddress.createdAt, since)))
      .returning();
    for (const address of dropped)
      await recordAddress(tx, { ...on, eventId: on.ctx.ids.newId("ac") }, "dropped", address);
    return dropped.length > 0 ? dropped : null;
  },

  addresses_only_on: (tx, { id }) => limitToSaved(tx, id, { withdrawalAddressesOnly: true, addressesOnlyEndsAt: null }),
  addresses_only_off: (tx, { id }, { endsAt }) =>
    limitToSaved(tx, id, { withdrawalAddressesOnly: true, addressesOnlyEndsAt: endsAt }),

  account_frozen: freeze,
  freeze_reported: freeze,
  withdrawals_frozen: freeze,
  // Kept as the time when it ended: what was requested before stays caught.
  withdrawals_unfrozen: (tx, { id, now }) => change(tx, id, { withdrawalsFrozenUntil: now }),

  async sign_in_unlocked(tx, { id }) {
    await tx.update(totp).set({ failures: 0 }).where(eq(totp.memberId, id));
    return true;
  },
};

type MemberSet = Parameters<ReturnType<Tx["update"]>["set"]>[0];

async function change(tx: Tx, id: string, columns: MemberSet): Promise<true> {
  await tx.update(member).set(columns).where(eq(member.id, id));
  return true;
}

/** A freeze that ends later stays. */
function freeze(tx: Tx, { id }: On, { until }: { until: Date }): Promise<true> {
  return change(tx, id, { withdrawalsFrozenUntil: sql`greatest(${member.withdrawalsFrozenUntil}, ${until})` });
}

const limitToSaved = (tx: Tx, id: string, choice: AddressesOnly) => change(tx, id, choice);

async function setPassword(tx: Tx, { id, now }: On, { passwordHash }: { passwordHash: string }): Promise<true> {
  await savePassword(tx, id, passwordHash, now);
  return true;
}

/** What the history, the email and the page after a freeze say of an address, also once it is gone. */
async function recordAddress(
  tx: Tx,
  { id: memberId, eventId, now }: On,
  what: (typeof addressChange.$inferSelect)["change"],
  { asset, account, memo, label }: NamedAddress,
): Promise<true> {
  const address = { asset, account, memo, label };
  await tx.insert(addressChange).values({ id: eventId, memberId, change: what, ...address, at: now });
  return true;
}
