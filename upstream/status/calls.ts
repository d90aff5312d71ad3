import type { Route } from "../http/serve.ts";
import { payoutTimeCalls } from "./calls/payout-times.ts";
import { serviceStatusCalls } from "./calls/service-status.ts";

export const statusCalls: readonly Route[] = [...payoutTimeCalls, ...serviceStatusCalls];
