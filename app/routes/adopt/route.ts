import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod/v4";
import { apiAs } from "../../api/client.server.ts";
import { bearerOf, openSession } from "../../cookies/session-cookie.server.ts";

/** A token the old site left in browser storage; only the service knows whether it is valid. */
const oldToken = z.string().regex(/^[\x21-\x7e]{1,1500}$/);

export function loader(): never {
  throw redirect("/", 303);
}

/**
 * Takes over a token found under `accessToken`: 200 when it is now a session, 204 when there is nothing to take over,
 * 503 when the service does not answer. A signed-in browser keeps its session.
 */
export async function action(args: ActionFunctionArgs): Promise<Response> {
  const token = oldToken.safeParse((await args.request.formData()).get("token"));
  if (!token.success || (await bearerOf(args))) return new Response(null, { status: 204 });
  const response = await apiAs(token.data, args, "memberProfile", {});
  if (!response.ok) return new Response(null, { status: response.problem.status === 401 ? 204 : 503 });
  // Its expiry is unknown: our maximum, or earlier if the service ends it.
  const endsAt = new Date(args.context.receivedAt.getTime() + 24 * 60 * 60 * 1000).toISOString();
  return new Response(null, {
    status: 200,
    headers: { "Set-Cookie": await openSession(args, { bearer: token.data, endsAt }) },
  });
}
