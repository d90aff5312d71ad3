import type { LoaderFunctionArgs } from "@remix-run/node";
import { languages } from "../../../contract/values/languages.ts";
import { publicOrigin } from "../../http/paths/public-origin.server.ts";
import { env } from "../../settings/env.server.ts";

const validDays = 90;
const dayMs = 86_400_000;

/** Where to report a vulnerability (RFC 9116). */
export function loader({ request, context }: LoaderFunctionArgs): Response {
  const lines = [
    `Contact: mailto:${env.SUPPORT_EMAIL}`,
    `Expires: ${new Date(context.receivedAt.getTime() + validDays * dayMs).toISOString()}`,
    `Preferred-Languages: ${languages.join(", ")}`,
    `Canonical: ${publicOrigin(request)}/.well-known/security.txt`,
    "",
  ];
  return new Response(lines.join("\n"), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
