import type { LoaderFunctionArgs } from "@remix-run/node";
import { publicOrigin } from "../../http/paths/public-origin.server.ts";

const forbidden = ["/api/", "/*/dashboard", "/dashboard", "/*/order/", "/order/", "/mailbox", "/*/mailbox"];

/** A route, because remix-serve marks all files of public/ as immutable. */
export function loader({ request }: LoaderFunctionArgs) {
  const lines = [
    "User-agent: *",
    ...forbidden.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${publicOrigin(request)}/sitemap.xml`,
    "",
  ];
  return new Response(lines.join("\n"), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
