import { redirectDocument } from "@remix-run/node";
import { forgetForm, keptForm } from "../../auth/cookies/kept-form.server.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { href } from "../../i18n/href.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { type PageMeta, pageMeta } from "../../i18n/page-meta.server.ts";
import { translator } from "../../i18n/texts/texts.server.ts";
import { type Done, doneIn } from "./done.ts";

type AccountPageName =
  | "profile"
  | "picture"
  | "email"
  | "emailCode"
  | "password"
  | "phrase"
  | "twoFactor"
  | "sessions"
  | "history"
  | "addresses"
  | "export"
  | "close";

/** Data of every account page: title, the last completed action, and a form kept during a sign-in. */
export async function accountPage(
  args: RouteArgs,
  name: AccountPageName,
): Promise<{
  common: { meta: PageMeta; done: Done | null; restoredForm: Record<string, string> | null };
  headers: HeadersInit;
}> {
  const t = translator(langOf(args.request));
  const restoredForm = await keptForm(args);
  return {
    common: {
      meta: pageMeta(t(`account:${name}.meta.title`), t(`account:${name}.meta.description`)),
      done: doneIn(args.request.url),
      restoredForm,
    },
    headers: restoredForm ? { "Set-Cookie": forgetForm() } : {},
  };
}

/** After an action: redirects to the page, which confirms it, so that a reload repeats nothing. */
export function redirectDone(request: Request, path: string, done: Done, headers: HeadersInit = {}): Response {
  return redirectDocument(href(langOf(request), `${path}?done=${done}`), { status: 303, headers });
}
