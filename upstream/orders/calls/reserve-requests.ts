import { passBotCheck } from "../../accounts/bot-check/pass-bot-check.ts";
import { credentialsOf } from "../../http/request/order-access.ts";
import { idOfKey } from "../../http/request/signed-key.ts";
import { serve } from "../../http/serve.ts";
import { requestReserve, stopReserveEmails } from "../reserve-requests/request-reserve.ts";

const accepted = { data: { accepted: true } } as const;

export const reserveRequestCalls = [
  serve("reserveRequest", async ({ ctx, body, caller, now }) => {
    const check = { action: "reserve_request", email: body.email, proof: body, bearer: caller.bearer, now } as const;
    const refusal = await passBotCheck(ctx, check);
    if (refusal) return refusal;
    const { signedIn } = await credentialsOf(ctx, caller, now);
    const request = { ...body, memberEmail: signedIn?.member.email ?? null, address: caller.address };
    return (await requestReserve(ctx, request, caller.language, now)) ?? accepted;
  }),

  serve("reserveRequestStop", async ({ ctx, body }) => {
    const id = idOfKey(ctx.env.ORDER_LINK_SECRETS, "reserve-request", body.key);
    if (id !== null) await stopReserveEmails(ctx, id);
    return accepted;
  }),
];
