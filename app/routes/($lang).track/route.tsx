import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { api } from "../../api/client.server.ts";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import type { PageHandle } from "../../components/shell/page/page-handle.ts";
import { parseForm } from "../../forms/parse-form.server.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { pageMeta } from "../../i18n/page-meta.server.ts";
import { translator } from "../../i18n/texts/texts.server.ts";
import { ownOrders } from "./own-orders.server.ts";
import { trackForm } from "./track-form.server.ts";
import { TrackPage } from "./track-page.tsx";

export const handle = { i18n: ["track", "order", "forms"], hydrate: true, form: true } satisfies PageHandle;

export const meta: MetaFunction<typeof loader> = ({ data: page }) => metaTags(page?.meta);

export async function loader(args: LoaderFunctionArgs) {
  const t = translator(langOf(args.request));
  return {
    orders: await ownOrders(args),
    now: args.context.receivedAt.toISOString(),
    meta: pageMeta(t("track:meta.title"), t("track:meta.description")),
  };
}

export async function action(args: ActionFunctionArgs) {
  const form = await parseForm(args.request, trackForm);
  if (!form.ok) return data({ reply: form.reply }, { status: 400 });

  const response = await api(args, "exchangeTrackMail", { body: form.value });
  // The response is the same whether the order exists or not.
  return response.ok
    ? { sent: true }
    : data({ reply: form.refused(response.problem) }, { status: response.problem.status });
}

export default function Track() {
  return <TrackPage {...useLoaderData<typeof loader>()} actionData={useActionData<typeof action>()} />;
}
