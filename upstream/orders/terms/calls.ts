import type { Route } from "../../http/serve.ts";
import { ruleCalls } from "./calls/rules.ts";
import { acceptedTermsCalls } from "./calls/terms.ts";

export const termsCalls: readonly Route[] = [...ruleCalls, ...acceptedTermsCalls];
