import { z } from "zod/v4";
import { parseForm } from "../../forms/parse-form.server.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";

/** The key is in the form, or in the address that a mail program posts to (RFC 8058). */
export function parseKeyForm({ request, context }: RouteArgs) {
  const key = z.string({ error: "required" }).max(200);
  return parseForm(request, z.object({ key: context.orderToken === null ? key : key.default(context.orderToken) }));
}
