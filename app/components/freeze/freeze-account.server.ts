import { redirectDocument } from "@remix-run/node";
import { api } from "../../api/client.server.ts";
import type { ApiProblem } from "../../api/endpoint-types.ts";
import { keepFreezeKey } from "../../auth/cookies/freeze-cookie.server.ts";
import { endSession } from "../../cookies/session-cookie.server.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { href } from "../../i18n/href.ts";
import { langOf } from "../../i18n/lang.server.ts";

/** Freezes the account of the session and goes to the page of the freeze; returns why not. */
export async function freezeOwnAccount(args: RouteArgs, { endThisSession = false } = {}): Promise<ApiProblem> {
  const response = await api(args, "memberFreeze", { body: { end_this_session: endThisSession } });
  if (!response.ok) return response.problem;
  const headers = new Headers({ "Set-Cookie": await keepFreezeKey(args, "freeze", response.data.data.key) });
  if (endThisSession) headers.append("Set-Cookie", endSession());
  throw redirectDocument(href(langOf(args.request), "/stopped"), { status: 303, headers });
}
