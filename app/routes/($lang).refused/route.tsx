import type { LoaderFunctionArgs } from "@remix-run/node";

/** The front redirects refused POSTs here; opened directly it shows a refusal as well. */
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
