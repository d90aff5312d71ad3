import { clientOriginOf } from "../../http/request/client-origin.ts";
import { serve } from "../../http/serve.ts";
import type { Context } from "../../ports/context.ts";
import { isRefusal, refuse } from "../../shared/rules/refusal.ts";
import { addressesOf } from "../addresses/address-book.ts";
import { deleteAddress } from "../addresses/delete-address.ts";
import { type AddressToConfirm, requestAddressCode } from "../addresses/request-address-code.ts";
import { saveAddress } from "../addresses/save-address.ts";
import type { SavedAddressRow } from "../effects/account-writes.ts";
import { pageMeta, rangeOf } from "../paging.ts";
import { avatarImage, setAvatar } from "../profile/avatars.ts";
import { changeProfile } from "../profile/change-profile.ts";
import { ordersOf } from "../profile/member-orders.ts";
import { ordersFile } from "../profile/orders-csv.ts";
import { avatarUrl, profileOf } from "../profile/profile.ts";
import { type HistoryRow, historyOf } from "../security/history.ts";
import { challengeReply } from "../sign-in/email-codes.ts";
import { type MemberSessionRow, openSessions, revokeOthers, revokeSession } from "../sign-in/session-list.ts";

/** Calls about a member's own data. */
export const memberCalls = [
  serve("memberProfile", async ({ ctx, member, caller, now }) => ({
    data: await profileOf(ctx, member.member, caller.language, now),
  })),

  serve("memberSettingsProfile", async ({ ctx, member, body, caller, now }) => {
    const changed = await changeProfile(ctx, member, { input: body, origin: clientOriginOf(caller), now });
    return isRefusal(changed) ? changed : { data: await profileOf(ctx, changed, caller.language, now) };
  }),

  serve("memberSettingsAvatar", async ({ ctx, member, body, caller, now }) => {
    const set = await setAvatar(ctx, member, { dataUrl: body.image, origin: clientOriginOf(caller), now });
    return isRefusal(set) ? set : { data: { avatar_url: avatarUrl(set.id) } };
  }),

  serve("avatar", async ({ ctx, query }) => {
    const image = await avatarImage(ctx, query.id);
    if (!image) return refuse("not_found");
    // A new picture gets a new URL.
    const headers = { "Cache-Control": "public, max-age=31536000, immutable", "Content-Disposition": "inline" };
    return { media: "image/webp", bytes: new Uint8Array(image), headers };
  }),

  serve("memberOrders", async ({ ctx, member, query, caller }) => {
    const orderPage = await ordersOf(ctx, member.member, query, caller.language);
    if (isRefusal(orderPage)) return orderPage;
    if (query.format === "json") {
      const { orders, total, byStatus, totals } = orderPage;
      return { data: orders, meta: { ...pageMeta(query, total), by_status: byStatus, totals } };
    }
    const headers = { "Content-Disposition": 'attachment; filename="orders.csv"' };
    return { media: "text/csv; charset=utf-8", bytes: new TextEncoder().encode(ordersFile(orderPage.orders)), headers };
  }),

  serve("memberSessions", async ({ ctx, member, now }) => {
    const rows = await openSessions(ctx, member.member.id, now);
    return { data: rows.map((row) => sessionView(row, member.sessionId)) };
  }),

  serve("memberSessionsRevoke", async ({ ctx, member, caller, now }) => {
    const revoked = await revokeOthers(ctx, member, { origin: clientOriginOf(caller), now });
    return isRefusal(revoked) ? revoked : { data: { sessions_revoked: revoked } };
  }),

  serve("memberSessionRevoke", ({ ctx, member, query, caller, now }) =>
    revokeSession(ctx, member, query.id, { origin: clientOriginOf(caller), now }),
  ),

  serve("memberLogins", async ({ ctx, member, query }) => {
    const { rows, total } = await historyOf(ctx, member.member.id, rangeOf(query));
    return { data: rows.map(loginView), meta: pageMeta(query, total) };
  }),

  serve("memberAddresses", async ({ ctx, member, query }) => {
    const rows = await addressesOf(ctx.db.orm, member.member.id, query.asset);
    return { data: rows.map((row) => addressView(ctx, row)) };
  }),

  serve("memberAddressCode", async ({ ctx, member, body, caller, now }) => {
    const input = { ...body, memo: body.memo ?? null };
    const asked = await requestAddressCode(ctx, member, { input, origin: clientOriginOf(caller), now });
    return isRefusal(asked) ? asked : { data: confirmationView(ctx, asked) };
  }),

  serve("memberAddressAdd", async ({ ctx, member, body: { code = null, ...body }, caller, now }) => {
    const input = { ...body, memo: body.memo ?? null };
    const saved = await saveAddress(ctx, member, { input, code, origin: clientOriginOf(caller), now });
    return isRefusal(saved) ? saved : { data: addressView(ctx, saved) };
  }),

  serve("memberAddressRemove", ({ ctx, member, query: { id }, caller, now }) =>
    deleteAddress(ctx, member, { id, origin: clientOriginOf(caller), now }),
  ),
];

function sessionView(row: MemberSessionRow, currentId: string) {
  const { id, address, client, remembered } = row;
  return {
    id,
    current: id === currentId,
    address,
    client,
    remembered,
    created_at: row.createdAt.toISOString(),
    last_used_at: row.lastUsedAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
  };
}

function loginView({ id, event, method, address, client, at }: HistoryRow) {
  return { id, event, method, address, client, at: at.toISOString() };
}

function addressView(ctx: Pick<Context, "policy">, row: SavedAddressRow) {
  const { id, asset, label, account, memo, createdAt } = row;
  const times = { usable_at: usableFrom(ctx, createdAt), created_at: createdAt.toISOString() };
  return { id, asset, label, account, memo, ...times };
}

function confirmationView(ctx: Pick<Context, "policy">, { address, since, isRename, challenge }: AddressToConfirm) {
  const { asset, label, account, memo } = address;
  return {
    ...{ asset, label, account, memo, renames: isRename, usable_at: usableFrom(ctx, since) },
    confirm_with: challenge === null ? ("authenticator" as const) : ("email" as const),
    challenge: challenge && challengeReply(challenge).data,
  };
}

function usableFrom({ policy }: Pick<Context, "policy">, since: Date): string {
  return new Date(since.getTime() + policy.withdrawals.newAddressSeconds * 1000).toISOString();
}
