import type { Route } from "../http/serve.ts";
import { keyCalls } from "./calls/keys.ts";
import { checkCalls } from "./calls/verify.ts";

export const verifyCalls: readonly Route[] = [...keyCalls, ...checkCalls];
