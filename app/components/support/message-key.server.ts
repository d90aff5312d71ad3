import { createHmac } from "node:crypto";
import { sessionSecrets } from "../../cookies/session-secrets.server.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";

/**
 * The idempotency key of a message: a form sent twice from one address gets the same key, and no other client can compute
 * it. The page cannot carry a key, since it is cached for all visitors.
 */
export function messageKey(args: RouteArgs, ...parts: readonly (string | Buffer)[]): string {
  const [secret = ""] = sessionSecrets;
  const hash = createHmac("sha256", secret).update(args.context.clientAddress ?? "");
  for (const part of parts) hash.update(`\n${part.length}\n`).update(part);
  return hash.digest("base64url");
}
