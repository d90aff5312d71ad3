import { affiliateCalls } from "./affiliate-calls.ts";
import { authCalls } from "./auth-calls.ts";
import { balanceCalls } from "./balance-calls.ts";
import { botCheckCalls } from "./bot-check-calls.ts";
import type { Endpoint } from "./endpoint.ts";
import { freezeCalls } from "./freeze-calls.ts";
import { marketCalls } from "./market-calls.ts";
import { memberCalls } from "./member-calls.ts";
import { newsletterCalls } from "./newsletter-calls.ts";
import { orderCalls } from "./order-calls.ts";
import { pushCalls } from "./push-calls.ts";
import { railCalls } from "./rail-calls.ts";
import { reviewCalls } from "./review-calls.ts";
import { settingsCalls } from "./settings-calls.ts";
import { siteCalls } from "./site-calls.ts";
import { supportCalls } from "./support-calls.ts";
import { withdrawalCalls } from "./withdrawal-calls.ts";

/**
 * The table of all calls: a page calls `api(name)`, the service serves it with `serve(name)`, and the OpenAPI document
 * is generated from it. Paths, methods and payloads fixed by the specification must not change.
 */
export const endpoints = {
  ...marketCalls,
  ...orderCalls,
  ...pushCalls,
  ...railCalls,
  ...authCalls,
  ...botCheckCalls,
  ...memberCalls,
  ...settingsCalls,
  ...siteCalls,
  ...reviewCalls,
  ...newsletterCalls,
  ...supportCalls,
  ...balanceCalls,
  ...withdrawalCalls,
  ...freezeCalls,
  ...affiliateCalls,
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;
