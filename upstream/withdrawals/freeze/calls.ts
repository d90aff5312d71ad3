import type { FreezeRow } from "../../accounts/security/freeze-in-force.ts";
import { challengeReply } from "../../accounts/sign-in/email-codes.ts";
import { requestReset } from "../../accounts/sign-in/reset-password.ts";
import { sessionOf } from "../../accounts/sign-in/sessions.ts";
import type { Caller } from "../../http/request/caller.ts";
import { clientOriginOf } from "../../http/request/client-origin.ts";
import { idOfKey, signedKey } from "../../http/request/signed-key.ts";
import { serve } from "../../http/serve.ts";
import type { Context } from "../../ports/context.ts";
import { isRefusal, type Refusal, refuse } from "../../shared/rules/refusal.ts";
import { isShownByKey, type OpenedFreeze, openFreeze } from "./freeze-access.ts";
import { freezeMember } from "./freeze-member.ts";
import { reportByLink } from "./report-link.ts";
import { showFreeze } from "./show-freeze.ts";

/** One freeze behind every door: a session, the link of an email; operators have a command. */
export const freezeCalls = [
  serve("memberFreeze", async ({ ctx, member, body, caller, now }) => {
    const keepSession = body.end_this_session ? null : member.sessionId;
    const by = { cause: "owner", signedIn: member, keepSession } as const;
    const frozen = await freezeMember(ctx, {
      memberId: member.member.id,
      by,
      origin: clientOriginOf(caller),
      now,
    });
    return isRefusal(frozen) ? frozen : resultOf(ctx, frozen, now);
  }),

  serve("withdrawalsReport", async ({ ctx, body: { key }, caller, now }) => {
    const { ORDER_LINK_SECRETS: secrets } = ctx.env;
    const withdrawalId = idOfKey(secrets, "withdrawal", key);
    const eventId = idOfKey(secrets, "security-event", key);
    const origin = clientOriginOf(caller);
    // A key of ours works whether or not wallets are offered now: it stops what has begun.
    if (withdrawalId === null && eventId === null)
      return refuse(ctx.env.WALLETS === "on" ? "not_found" : "not_available");
    const reported =
      withdrawalId === null
        ? ({ about: "security-event", id: eventId ?? "" } as const)
        : ({ about: "withdrawal", id: withdrawalId } as const);
    const frozen = await reportByLink(ctx, { ...reported, origin, now });
    return isRefusal(frozen) ? frozen : resultOf(ctx, frozen, now);
  }),

  serve("memberFreezeShow", async ({ ctx, body, caller, now }) => {
    const opened = await opening(ctx, body.key ?? null, caller, now);
    return isRefusal(opened) ? opened : { data: await showFreeze(ctx, opened.freeze, opened.member, now) };
  }),

  serve("memberFreezeCode", async ({ ctx, body, caller, now }) => {
    const opened = await opening(ctx, body.key ?? null, caller, now);
    if (isRefusal(opened)) return opened;
    const { email, locale: language } = opened.member;
    const issued = await requestReset(ctx, { email, language, origin: clientOriginOf(caller), now });
    return isRefusal(issued) ? issued : { data: { ...challengeReply(issued).data, email } };
  }),
];

async function resultOf(ctx: Context, freeze: FreezeRow, now: Date) {
  const opened = await openFreeze(ctx, { freezeId: freeze.id }, now);
  if (!opened) return refuse("code_expired");
  const key = signedKey(ctx.env.ORDER_LINK_SECRETS, "freeze", freeze.id);
  return { data: { ...(await showFreeze(ctx, opened.freeze, opened.member, now)), key } };
}

/** By a key while the freeze lasts, or by the session of its member. Everything else is the same `not_found`. */
async function opening(
  ctx: Context,
  key: string | null,
  { bearer }: Caller,
  now: Date,
): Promise<OpenedFreeze | Refusal> {
  const freezeId = key === null ? null : idOfKey(ctx.env.ORDER_LINK_SECRETS, "freeze", key);
  if (freezeId !== null) {
    const opened = await openFreeze(ctx, { freezeId }, now);
    return opened && isShownByKey(opened.freeze, now) ? opened : refuse("not_found");
  }
  const signedIn = bearer === null ? undefined : await sessionOf(ctx, bearer, now);
  if (!signedIn) return refuse("not_found");
  return (await openFreeze(ctx, { memberId: signedIn.member.id }, now)) ?? refuse("not_found");
}
