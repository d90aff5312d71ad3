import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  redirectDocument,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { signInWithPassword } from "../../auth/authenticator.server.ts";
import { completeSignIn } from "../../auth/complete-sign-in.server.ts";
import { blocksCookies, cookiesBlocked } from "../../auth/cookies/cookies-blocked.server.ts";
import { storePending } from "../../auth/cookies/pending-cookie.server.ts";
import { membershipOf } from "../../auth/member.server.ts";
import { requestedPath, signInPath } from "../../auth/sign-in-path.ts";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import type { PageHandle } from "../../components/shell/page/page-handle.ts";
import { endSession } from "../../cookies/session-cookie.server.ts";
import { parseForm } from "../../forms/parse-form.server.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { pageMeta } from "../../i18n/page-meta.server.ts";
import { translator } from "../../i18n/texts/texts.server.ts";
import { signInForm } from "./sign-in-form.server.ts";
import { SignInPage } from "./sign-in-page.tsx";

export const handle = { i18n: ["auth", "forms"], hydrate: true, form: true } satisfies PageHandle;

export const meta: MetaFunction<typeof loader> = ({ data: page }) => metaTags(page?.meta);

export async function loader(args: LoaderFunctionArgs) {
  const membership = await membershipOf(args);
  const next = requestedPath(args.request.url, langOf(args.request));
  const param = new URL(args.request.url).searchParams.get("why");
  const reason = reasons.find((name) => name === param) ?? null;
  const isIn = membership.status === "member" && reason !== "again";
  if (isIn) throw redirect(next ?? signInPath(langOf(args.request), "/dashboard"), 303);
  const t = translator(langOf(args.request));
  const page = {
    next,
    reason,
    meta: pageMeta(t("auth:signIn.meta.title"), t("auth:signIn.meta.description")),
  };
  return data(page, { headers: membership.status === "ended" ? { "Set-Cookie": endSession() } : {} });
}

/** Why the visitor was sent here. */
const reasons = ["ended", "again", "reset", "out", "closed"] as const;

export async function action(args: ActionFunctionArgs) {
  const form = await parseForm(args.request.clone(), signInForm);
  if (!form.ok) return data({ reply: form.reply }, { status: 400 });

  if (blocksCookies(args)) return data({ reply: form.refused(cookiesBlocked) }, { status: cookiesBlocked.status });
  const remember = form.value.remember === "on";
  const result = await signInWithPassword(args);
  const next = requestedPath(args.request.url, langOf(args.request));
  if (result.status === "signed-in") throw await completeSignIn(args, result, next, remember);
  if (result.status === "refused") {
    return data({ reply: form.refused(result.problem) }, { status: result.problem.status });
  }
  const { token, methods } = result;
  throw redirectDocument(signInPath(langOf(args.request), "/two-factor"), {
    status: 303,
    headers: { "Set-Cookie": await storePending(args, { step: "two-factor", token, methods, remember, next }) },
  });
}

export default function SignIn() {
  return <SignInPage {...useLoaderData<typeof loader>()} reply={useActionData<typeof action>()?.reply} />;
}
