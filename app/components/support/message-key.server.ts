import { createHmac } from "node:crypto";
import { sessionSecrets } from "../../auth/cookies/session-secrets.server.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";

/**
 * The idempotency key of a message: the same form sent twice from the same place has the same one, and nobody else can
 * make it. Not from the page, which is cached for all visitors.
 */
export function messageKey(args: RouteArgs, ...parts: readonly (string | Buffer)[]): string {
  const [secret = ""] = sessionSecrets;
  const hash = createHmac("sha256", secret).update(args.context.clientAddress ?? "");
  for (const part of parts) hash.update(`\n${part.length}\n`).update(part);
  return hash.digest("base64url");
}
