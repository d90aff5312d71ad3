import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { api } from "../../api/client.server.ts";
import { type PendingOf, pendingStep } from "../../auth/cookies/pending-cookie.server.ts";
import { enter, notSignedIn } from "../../auth/google/google-entry.server.ts";
import { claimsOf, type GoogleClaims } from "../../auth/google/google-token.server.ts";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import type { PageHandle } from "../../components/shell/page/page-handle.ts";
import { parseForm } from "../../forms/parse-form.server.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { pageMeta } from "../../i18n/page-meta.server.ts";
import { translator } from "../../i18n/texts/texts.server.ts";
import { linkForm } from "./link-form.server.ts";
import { LinkPage } from "./link-page.tsx";

export const handle = { i18n: ["auth", "forms"], hydrate: true } satisfies PageHandle;

export const meta: MetaFunction<typeof loader> = ({ data: page }) => metaTags(page?.meta);

export async function loader(args: LoaderFunctionArgs) {
  const { email, next } = await shownByGoogle(args);
  const t = translator(langOf(args.request));
  return { email, next, meta: pageMeta(t("auth:linkGoogle.meta.title"), t("auth:linkGoogle.meta.description")) };
}

export async function action(args: ActionFunctionArgs) {
  const { tokenId, next } = await shownByGoogle(args);
  const form = await parseForm(args.request, linkForm);
  if (!form.ok) return data({ reply: form.reply }, { status: 400 });

  const { password } = form.value;
  const response = await api(args, "socialGoogle", { body: { token_id: tokenId, password } });
  if (response.ok) throw await enter(args, response.data, next);
  const { problem } = response;
  // Google's token was verified a moment ago, so the password is wrong.
  const isWrong = problem.code === "invalid_credentials";
  const shownProblem = isWrong ? { code: "validation_failed" as const, errors: [wrongPassword] } : problem;
  return data({ reply: form.refused(shownProblem) }, { status: problem.status });
}

const wrongPassword = { pointer: "/password", code: "password_wrong" } as const;

/** The token Google gave this browser a moment ago; without it there is nothing to link. */
async function shownByGoogle(args: RouteArgs): Promise<PendingOf<"link-google"> & Pick<GoogleClaims, "email">> {
  const pending = await pendingStep(args, "link-google");
  const claims = pending && claimsOf(pending.tokenId);
  const now = args.context.receivedAt.getTime() / 1000;
  if (!claims || claims.exp <= now) throw notSignedIn(args.request, "cut", pending?.next ?? null);
  return { ...pending, email: claims.email };
}

export default function LinkGoogle() {
  return <LinkPage {...useLoaderData<typeof loader>()} reply={useActionData<typeof action>()?.reply} />;
}
