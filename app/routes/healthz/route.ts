import { isStopping } from "../../http/in-flight.server.ts";

/**
 * Whether this process answers visitors; also while its service does not, since it has pages for that. A process that
 * is about to end says no, so that a proxy sends nobody here any more.
 */
export function loader() {
  const headers = { "Content-Type": "text/plain", "Cache-Control": "no-store" };
  return isStopping()
    ? new Response("ending\n", { status: 503, headers })
    : new Response("ok\n", { status: 200, headers });
}
