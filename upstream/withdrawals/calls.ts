import type { z } from "zod/v4";
import type { withdrawalCreateBody } from "../../contract/balance/withdrawals.ts";
import { pageMeta, rangeOf } from "../accounts/paging.ts";
import { challengeReply } from "../accounts/sign-in/email-codes.ts";
import type { SignedIn } from "../accounts/sign-in/sessions.ts";
import type { Caller } from "../http/request/caller.ts";
import { clientOriginOf } from "../http/request/client-origin.ts";
import { serve } from "../http/serve.ts";
import type { Context } from "../ports/context.ts";
import { isRefusal, type Refusal, refuse } from "../shared/rules/refusal.ts";
import { sendAddressesOnlyCode, setAddressesOnly } from "./addresses-only.ts";
import { cancelWithdrawal } from "./cancel-withdrawal.ts";
import { confirmWithdrawal } from "./confirm-withdrawal.ts";
import { dayLimit, limitView } from "./day-limit.ts";
import { handOver } from "./hand-over.ts";
import { quoteWithdrawal } from "./quote-withdrawal.ts";
import { requestWithdrawal } from "./request-withdrawal.ts";
import { addressesOnlyView } from "./rules/addresses-only.ts";
import { showWithdrawal, withdrawalsOf } from "./show-withdrawal.ts";
import { resendWithdrawalCode } from "./withdrawal-code.ts";
import { ownWithdrawal, type WithdrawalRow } from "./withdrawal-row.ts";

/** Money that leaves a member's wallet. */
export const withdrawalCalls = [
  serve("withdrawalQuote", async ({ ctx, member, body, now }) => {
    const quoted = closed(ctx) ?? (await quoteWithdrawal(ctx, member.member, typedOf(body), now));
    return isRefusal(quoted) ? quoted : { data: quoted };
  }),

  serve("withdrawalsCreate", (call) => create(call)),
  serve("balanceWithdraw", ({ body, ...call }) => create({ ...call, body: { ...body, source: "wallet" } })),

  serve("withdrawalsConfirm", async ({ ctx, member, body, caller, now }) => {
    const { id, amount, account, code } = body;
    const confirmation = { id, shownTerms: { amount, account }, code, origin: clientOriginOf(caller), now };
    const confirmed = closed(ctx) ?? (await confirmWithdrawal(ctx, member, confirmation));
    return isRefusal(confirmed) ? confirmed : { data: await handedOver(ctx, confirmed, now) };
  }),

  serve("withdrawalsCode", async ({ ctx, member, body: { id }, caller, now }) => {
    const request = { id, member: member.member, origin: clientOriginOf(caller), now };
    const issued = closed(ctx) ?? (await resendWithdrawalCode(ctx, request));
    return isRefusal(issued) ? issued : challengeReply(issued);
  }),

  serve("withdrawalsCancel", async ({ ctx, member, body: { id }, now }) => {
    const cancelled = closed(ctx) ?? (await cancelWithdrawal(ctx, member.member.id, id, now));
    return isRefusal(cancelled) ? cancelled : { data: await showWithdrawal(ctx, cancelled, now) };
  }),

  serve("withdrawalsShow", async ({ ctx, member, query: { id }, now }) => {
    const row = closed(ctx) ?? (await ownWithdrawal(ctx.db.orm, member.member.id, id)) ?? refuse("not_found");
    return isRefusal(row) ? row : { data: await showWithdrawal(ctx, row, now) };
  }),

  serve("withdrawalsList", async ({ ctx, member, query, now }) => {
    const refusal = closed(ctx);
    if (refusal) return refusal;
    const wanted = { ...rangeOf(query), status: query.status, asset: query.asset };
    const { withdrawals, total } = await withdrawalsOf(ctx, member.member.id, wanted, now);
    const limit = limitView(await dayLimit(ctx, ctx.db.orm, member.member.id, now));
    return { data: withdrawals, meta: { ...pageMeta(query, total), limit } };
  }),

  serve("withdrawalsAddressesOnly", async ({ ctx, member, body: { on, code = null }, caller, now }) => {
    const change = { on, code, origin: clientOriginOf(caller), now };
    const set = closed(ctx) ?? (await setAddressesOnly(ctx, member, change));
    return isRefusal(set) ? set : { data: addressesOnlyView(set, now) };
  }),

  serve("withdrawalsAddressesOnlyCode", async ({ ctx, member, caller, now }) => {
    const request = { member: member.member, origin: clientOriginOf(caller), now };
    const issued = closed(ctx) ?? (await sendAddressesOnlyCode(ctx, request));
    return isRefusal(issued) ? issued : challengeReply(issued);
  }),
];

type Creation = {
  ctx: Context;
  member: SignedIn;
  caller: Caller;
  now: Date;
  idempotencyKey: string | null;
  body: z.output<typeof withdrawalCreateBody>;
};

/** With a right code in the same call it is confirmed too; with a wrong one it waits for another. */
async function create({ ctx, member, body, caller, now, idempotencyKey: key }: Creation) {
  const refusal = closed(ctx);
  if (refusal) return refusal;
  if (key === null) return refuse("idempotency_key_required");
  const origin = clientOriginOf(caller);
  const newWithdrawal = await requestWithdrawal(ctx, member, { typed: typedOf(body), key, origin, now });
  if (isRefusal(newWithdrawal)) return newWithdrawal;
  const code = body.two_factor_code;
  if (!code || newWithdrawal.status !== "confirm_pending" || newWithdrawal.confirmWith !== "authenticator")
    return { data: await showWithdrawal(ctx, newWithdrawal, now) };
  const confirmed = await confirmWithdrawal(ctx, member, { id: newWithdrawal.id, code, origin, now });
  return { data: await handedOver(ctx, isRefusal(confirmed) ? newWithdrawal : confirmed, now) };
}

/** Asks at once for an approved one to be sent; the schedule does it otherwise. */
async function handedOver(ctx: Context, row: WithdrawalRow, now: Date) {
  const isGone = row.status === "approved" && (await handOver(ctx, row.id));
  return showWithdrawal(ctx, isGone ? { ...row, status: "processing" } : row, now);
}

function typedOf(body: Pick<Creation["body"], "source" | "asset" | "amount" | "address_id" | "account" | "memo">) {
  const { source, asset, amount, address_id, account, memo } = body;
  return { source, asset, amount, addressId: address_id ?? null, account: account ?? null, memo: memo ?? null };
}

function closed({ env }: Pick<Context, "env">): Refusal | undefined {
  return env.WALLETS === "on" ? undefined : refuse("not_available");
}
