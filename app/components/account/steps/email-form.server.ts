import { data, redirectDocument } from "@remix-run/node";
import { z } from "zod/v4";
import { blocksCookies, cookiesBlocked } from "../../../auth/cookies/cookies-blocked.server.ts";
import { requestCode } from "../../../auth/request-code.server.ts";
import { requestedPath, signInPath } from "../../../auth/sign-in-path.ts";
import { parseForm } from "../../../forms/parse-form.server.ts";
import type { RouteArgs } from "../../../http/request/request-facts.ts";
import { langOf } from "../../../i18n/lang.server.ts";
import { botCheckFields, botCheckProofOf } from "../../bot-check/bot-check-fields.server.ts";

/** Checks only that something was entered; the service validates the address. */
const emailForm = z.object({
  email: z.string({ error: "required" }).trim().min(1, { error: "required" }).max(500, { error: "too_long" }),
  ...botCheckFields,
});

/** Handles a posted `EmailPage`: requests a code and redirects to its page, or returns the errors. */
export async function postEmail(args: RouteArgs, step: "sign-up" | "reset") {
  const form = await parseForm(args.request, emailForm);
  if (!form.ok) return data({ reply: form.reply }, { status: 400 });
  if (blocksCookies(args)) return data({ reply: form.refused(cookiesBlocked) }, { status: cookiesBlocked.status });
  const requested = await requestCode(
    args,
    step,
    form.value.email,
    requestedPath(args.request.url, langOf(args.request)),
    botCheckProofOf(form.value),
  );
  if (!requested.ok) return data({ reply: form.refused(requested.problem) }, { status: requested.problem.status });
  throw redirectDocument(signInPath(langOf(args.request), `/${step}/code`), {
    status: 303,
    headers: { "Set-Cookie": requested.cookie },
  });
}
