import type { LoaderFunctionArgs } from "@remix-run/node";
import { factsOf } from "../../http/request-facts.server.ts";

/** Where the request hook sends a post it turned away; opened by hand it refuses just the same. */
export function loader({ request }: LoaderFunctionArgs): never {
  const refusal = factsOf(request).refusal;
  const status = refusal?.status ?? 403;
  throw new Response(refusal?.code ?? "other_site", {
    status,
    headers: status === 405 ? { Allow: "GET, HEAD, POST" } : {},
  });
}

export default function Refused() {
  return null;
}
