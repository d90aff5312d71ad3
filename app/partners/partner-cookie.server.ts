import { sessionSecrets } from "../cookies/session-secrets.server.ts";
import type { RouteArgs } from "../http/request/request-facts.ts";
import { env, isHttps } from "../settings/env.server.ts";
import { firstTouches } from "./first-touch.ts";
import { partnerAnswerOf } from "./partner-answer.ts";

const touches = firstTouches({
  isOn: env.AFFILIATES === "on",
  secrets: sessionSecrets,
  secure: isHttps,
  hasConsent: (request) => partnerAnswerOf(request) === "yes",
});

/** Which partner this visitor came from, for the calls that place an order or an account. */
export const partnerTouch = ({ request, context }: RouteArgs) => touches.touchOf(request, context.receivedAt);

/** The code that this page's links carry on; null without a programme. */
export const { carriedBy: carriedPartner, rememberedBy: rememberedPartner, remember: firstPartner } = touches;

/** After a No. */
export const { forget: forgetPartner } = touches;
