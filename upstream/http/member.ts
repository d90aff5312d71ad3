import { addressesOf, removeAddress, type SavedAddressRow, saveAddress } from "../accounts/address-book.ts";
import { changeProfile } from "../accounts/change-profile.ts";
import { type HistoryRow, historyOf } from "../accounts/history.ts";
import { pageMeta, rangeOf } from "../accounts/paging.ts";
import { profileOf } from "../accounts/profile.ts";
import { openSessions, revokeOthers, revokeSession, type SessionRow } from "../accounts/session-list.ts";
import { isRefusal } from "../domain/refusal.ts";
import { placeOf } from "./place.ts";
import { serve } from "./serve.ts";

/** A member's own things. */
export const routes = [
  serve("memberProfile", async ({ ctx, member, now }) => ({ data: await profileOf(ctx, member.member, now) })),

  serve("memberSettingsProfile", async ({ ctx, member, body, now }) => {
    const changed = await changeProfile(ctx, member.member, body);
    return isRefusal(changed) ? changed : { data: await profileOf(ctx, changed, now) };
  }),

  serve("memberSessions", async ({ ctx, member, now }) => {
    const rows = await openSessions(ctx, member.member.id, now);
    return { data: rows.map((row) => sessionView(row, member.sessionId)) };
  }),

  serve("memberSessionsRevoke", async ({ ctx, member, caller, now }) => {
    return { data: { sessions_revoked: await revokeOthers(ctx, member, { place: placeOf(caller), now }) } };
  }),

  serve("memberSessionRevoke", ({ ctx, member, query, caller, now }) =>
    revokeSession(ctx, member, query.id, { place: placeOf(caller), now }),
  ),

  serve("memberLogins", async ({ ctx, member, query }) => {
    const { rows, total } = await historyOf(ctx, member.member.id, rangeOf(query));
    return { data: rows.map(loginView), meta: pageMeta(query, total) };
  }),

  serve("memberAddresses", async ({ ctx, member, query }) => {
    const rows = await addressesOf(ctx, member.member.id, query.asset);
    return { data: rows.map(addressView) };
  }),

  serve("memberAddressAdd", async ({ ctx, member, body, now }) => {
    const saved = await saveAddress(ctx, member.member.id, { ...body, memo: body.memo ?? null }, now);
    return isRefusal(saved) ? saved : { data: addressView(saved) };
  }),

  serve("memberAddressRemove", ({ ctx, member, query }) => removeAddress(ctx, member.member.id, query.id)),
];

function sessionView(row: SessionRow, currentId: string) {
  const { id, address, client } = row;
  return {
    id,
    current: id === currentId,
    address,
    client,
    created_at: row.createdAt.toISOString(),
    last_used_at: row.lastUsedAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
  };
}

function loginView({ id, event, method, address, client, at }: HistoryRow) {
  return { id, event, method, address, client, at: at.toISOString() };
}

function addressView({ id, asset, label, account, memo, createdAt }: SavedAddressRow) {
  return { id, asset, label, account, memo, created_at: createdAt.toISOString() };
}
