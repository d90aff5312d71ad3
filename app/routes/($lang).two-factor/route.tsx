import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { api } from "../../api/client.server.ts";
import { completeSignIn } from "../../auth/complete-sign-in.server.ts";
import { type PendingOf, pendingStep } from "../../auth/cookies/pending-cookie.server.ts";
import { signInPath } from "../../auth/sign-in-path.ts";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import type { PageHandle } from "../../components/shell/page/page-handle.ts";
import { parseForm } from "../../forms/parse-form.server.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { pageMeta } from "../../i18n/page-meta.server.ts";
import { translator } from "../../i18n/texts/texts.server.ts";
import { secondStepForm } from "./second-step-form.server.ts";
import { TwoFactorPage } from "./two-factor-page.tsx";

export const handle = { i18n: ["auth", "forms"], hydrate: true } satisfies PageHandle;

export const meta: MetaFunction<typeof loader> = ({ data: page }) => metaTags(page?.meta);

export async function loader(args: LoaderFunctionArgs) {
  const { methods, next } = await firstStep(args);
  const wants = new URL(args.request.url).searchParams.get("with");
  const t = translator(langOf(args.request));
  return {
    method: wants === "recovery" && methods.includes("recovery") ? ("recovery" as const) : ("app" as const),
    hasRecovery: methods.includes("recovery"),
    next,
    meta: pageMeta(t("auth:twoFactor.meta.title"), t("auth:twoFactor.meta.description")),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { token, remember, next } = await firstStep(args);
  const form = await parseForm(args.request, secondStepForm);
  if (!form.ok) return data({ reply: form.reply }, { status: 400 });

  const body = { two_factor_token: token, two_factor_code: form.value.code, remember };
  const response = await api(args, "signin", { body });
  if (response.ok && !response.data.data["2fa"]) {
    const { access_token: bearer, expires_at: endsAt } = response.data.data;
    throw await completeSignIn(args, { bearer, endsAt }, next, remember);
  }
  const problem = response.ok ? ({ status: 401, code: "two_factor_invalid" } as const) : response.problem;
  return data({ reply: form.refused(problem, { two_factor_code: "code" }) }, { status: problem.status });
}

/** The password was accepted in this browser a moment ago; without it there is no second step. */
async function firstStep(args: RouteArgs): Promise<PendingOf<"two-factor">> {
  const pending = await pendingStep(args, "two-factor");
  if (!pending) throw redirect(signInPath(langOf(args.request), "/sign-in"), 303);
  return pending;
}

export default function TwoFactor() {
  return <TwoFactorPage {...useLoaderData<typeof loader>()} reply={useActionData<typeof action>()?.reply} />;
}
