import type { LoaderFunctionArgs } from "@remix-run/node";
import { mailboxEmail } from "../../components/mailbox/mailbox-emails.server.ts";
import { emailPolicy, policyHeader } from "../../http/response/security-headers.ts";

/** The HTML of an email for the frame of its page: with its own CSP, and links that open outside the frame. */
export async function loader(args: LoaderFunctionArgs) {
  const { html } = await mailboxEmail(args, args.params.id);
  return new Response(html.replace("<head>", '<head><base target="_top">'), {
    headers: { "Content-Type": "text/html; charset=utf-8", [policyHeader]: emailPolicy },
  });
}
