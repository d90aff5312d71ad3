import type { LoaderFunctionArgs } from "@remix-run/node";

/** Where the front sends a post it turned away; opened by hand it refuses just the same. */
export function loader(args: LoaderFunctionArgs): never {
  const refusal = args.context.refusal;
  const status = refusal?.status ?? 403;
  throw new Response(refusal?.code ?? "other_site", {
    status,
    headers: status === 405 ? { Allow: "GET, HEAD, POST" } : {},
  });
}

export default function Refused() {
  return null;
}
