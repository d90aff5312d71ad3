import type { Route } from "../http/serve.ts";
import { signInCalls } from "./calls/auth.ts";
import { botCheckCalls } from "./calls/bot-check.ts";
import { memberCalls } from "./calls/member.ts";
import { securityCalls } from "./calls/settings.ts";

export const accountCalls: readonly Route[] = [...signInCalls, ...botCheckCalls, ...memberCalls, ...securityCalls];
