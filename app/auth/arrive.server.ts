import { redirectDocument } from "@remix-run/node";
import { langOf } from "../i18n/lang.server.ts";
import type { SignedIn } from "./authenticator.server.ts";
import { finish } from "./pending-cookie.server.ts";
import { openSession } from "./session-cookie.server.ts";
import { arrivalOf } from "./way-in.ts";

/** Signs this browser in and goes on to where it wanted to be. A session that was there before is replaced. */
export async function arrive(request: Request, { bearer, endsAt }: SignedIn, next: string | null): Promise<Response> {
  const headers = new Headers();
  headers.append("Set-Cookie", await openSession(request, bearer, endsAt));
  headers.append("Set-Cookie", finish());
  // Checked again: between two pages it lay in the browser, if under a seal.
  return redirectDocument(arrivalOf(next, langOf(request)), { status: 303, headers });
}
