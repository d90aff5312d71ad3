import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { api } from "../../api/client.server.ts";
import { botCheckProofOf } from "../../components/bot-check/bot-check-fields.server.ts";
import { botCheckReply } from "../../components/bot-check/bot-check-reply.server.ts";
import { loadMarket } from "../../components/calculator/market.server.ts";
import { rulesOf } from "../../components/rules/rules.server.ts";
import { ErrorPage } from "../../components/shell/page/error-page.tsx";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import type { PageHandle } from "../../components/shell/page/page-handle.ts";
import { parseForm } from "../../forms/parse-form.server.ts";
import { TryAgain } from "../../forms/try-again.tsx";
import { failed } from "../../http/response/fail.server.ts";
import { href } from "../../i18n/href.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { pageMeta } from "../../i18n/page-meta.server.ts";
import { translator } from "../../i18n/texts/texts.server.ts";
import { reserveForm } from "./reserve-form.server.ts";
import { ReservePage } from "./reserve-page.tsx";

export const handle = {
  i18n: ["reserve", "check", "forms"],
  hydrate: true,
  form: true,
} satisfies PageHandle;

export const meta: MetaFunction<typeof loader> = ({ data: page }) => metaTags(page?.meta);

/** The calculator's form leads here; an address may also contain pair and amount. */
export async function loader(args: LoaderFunctionArgs) {
  const query = new URL(args.request.url).searchParams;
  // The remembered market is good enough to name a currency, so that the result is not lost.
  const market = await loadMarket(args);
  if (market.status === "unknown") throw failed(args.request, market.problem);
  const { pairs, assets } = market.reply.data;
  const pair = pairs.find(({ id }) => id === query.get("pair"));
  const asset = assets.find(({ id }) => id === pair?.to);
  if (args.request.method === "GET" && (!pair || !asset)) {
    throw redirect(href(langOf(args.request), "/exchange/usdt-to-paypal"), 303);
  }
  const t = translator(langOf(args.request));
  return {
    request: pair && asset ? { pair: pair.id, page: pair.page, amount: query.get("amount") ?? "", asset } : null,
    days: (await rulesOf(args))?.reserve_request_days ?? null,
    meta: pageMeta(t("reserve:meta.title"), t("reserve:meta.description")),
  };
}

export async function action(args: ActionFunctionArgs) {
  const form = await parseForm(args.request, reserveForm);
  if (!form.ok) return data({ reply: form.reply }, { status: 400 });
  const { pair, amount, email } = form.value;
  const sent = await api(args, "reserveRequest", { body: { pair, amount, email, ...botCheckProofOf(form.value) } });
  if (sent.ok) return { accepted: { pair, amount, email } };
  const { problem } = sent;
  const refused = {
    action: "reserve_request",
    email,
    form: form.value,
    problem,
    reply: form.refused(problem),
  } as const;
  const { reply, ...init } = await botCheckReply(args, refused);
  return data({ reply }, init);
}

export default function Reserve() {
  return <ReservePage {...useLoaderData<typeof loader>()} actionData={useActionData<typeof action>()} />;
}

/** Keeps the input for a retry when the service stops answering. */
export function ErrorBoundary() {
  const actionData = useActionData<typeof action>();
  return actionData && "reply" in actionData ? <TryAgain reply={actionData.reply} /> : <ErrorPage />;
}
