import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirectDocument,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { api } from "../../api/client.server.ts";
import { signInAgain } from "../../auth/member.server.ts";
import { findOrder, orderKey, orderPath } from "../../components/order/find-order.server.ts";
import { ErrorPage } from "../../components/shell/page/error-page.tsx";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import type { PageHandle } from "../../components/shell/page/page-handle.ts";
import { parseForm } from "../../forms/parse-form.server.ts";
import type { FormReply, Refused } from "../../forms/reply.ts";
import { TryAgain } from "../../forms/try-again.tsx";
import { langOf } from "../../i18n/lang.server.ts";
import { pageMeta } from "../../i18n/page-meta.server.ts";
import { translator } from "../../i18n/texts/texts.server.ts";
import { detailsForm } from "./details-form.server.ts";
import { DetailsPage } from "./details-page.tsx";
import { askedIdentity, refusedIdentity } from "./identity-questions.server.ts";
import { suggestedDetails } from "./suggested-details.server.ts";
import { walletsOffered } from "./wallets-offered.server.ts";

export const handle = {
  i18n: ["details", "steps", "summary", "ask", "forms", "address"],
  hydrate: true,
  form: true,
} satisfies PageHandle;

export const meta: MetaFunction<typeof loader> = ({ data: page }) => metaTags(page?.meta);

export async function loader(args: LoaderFunctionArgs) {
  const { order, assets } = await findOrder(args, args.params.ref);
  // A second tab, or Back after execution: redirects to the order.
  if (order.status !== "draft") throw redirectDocument(orderPath(args.request, order.ref));
  const lang = langOf(args.request);
  const t = translator(lang);
  return {
    order,
    assets,
    suggested: await suggestedDetails(args, order),
    wallets: await walletsOffered(args, order),
    identity: askedIdentity(lang, order.identity),
    meta: pageMeta(t("details:meta.title"), t("details:meta.description")),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { ref, token } = await orderKey(args, args.params.ref);
  const form = await parseForm(args.request, detailsForm);
  const asked = (problem: Refused | null, reply: FormReply) =>
    refusedIdentity(langOf(args.request), { problem, reply }, () => findOrder(args, ref));
  if (!form.ok) return data({ reply: form.reply, identity: await asked(null, form.reply) }, { status: 400 });

  const saved = await api(args, "exchangeStepTwo", { body: { ref, ...form.value }, orderToken: token });
  if (saved.ok) return redirectDocument(orderPath(args.request, ref, "/confirm"), 303);
  if (saved.problem.code === "sign_in_again") throw await signInAgain(args);
  if (saved.problem.code === "invalid_transition") return redirectDocument(orderPath(args.request, ref), 303);
  const reply = form.refused(saved.problem);
  return data({ reply, identity: await asked(saved.problem, reply) }, { status: saved.problem.status });
}

export default function Details() {
  const page = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  return <DetailsPage {...page} identity={actionData?.identity ?? page.identity} reply={actionData?.reply} />;
}

export function ErrorBoundary() {
  const reply = useActionData<typeof action>()?.reply;
  return reply ? <TryAgain reply={reply} /> : <ErrorPage />;
}
