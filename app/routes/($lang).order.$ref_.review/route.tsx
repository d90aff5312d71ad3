import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { shownRef } from "../../../contract/order/order-number.ts";
import { ratings } from "../../../contract/reviews/review-rules.ts";
import { api } from "../../api/client.server.ts";
import { findOrder, orderKey, orderPath } from "../../components/order/find-order.server.ts";
import { ErrorPage } from "../../components/shell/page/error-page.tsx";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import type { PageHandle } from "../../components/shell/page/page-handle.ts";
import { parseForm } from "../../forms/parse-form.server.ts";
import { TryAgain } from "../../forms/try-again.tsx";
import { failed } from "../../http/response/fail.server.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { pageMeta } from "../../i18n/page-meta.server.ts";
import { translator } from "../../i18n/texts/texts.server.ts";
import { reviewForm } from "./review-form.server.ts";
import { ReviewPage } from "./review-page.tsx";

export const handle = {
  form: ({ ownReview }: { ownReview: { state: string } }) =>
    ownReview.state === "open" || ownReview.state === "waiting",
} satisfies PageHandle;

export const meta: MetaFunction<typeof loader> = ({ data: page }) => metaTags(page?.meta);

/** Opened from the order or by the link of the invitation, whose token is moved into the cookie. */
export async function loader(args: LoaderFunctionArgs) {
  const { order, token } = await findOrder(args, args.params.ref);
  const reviewAnswer = await api(args, "reviewsOwn", { query: { ref: order.ref }, orderToken: token });
  if (!reviewAnswer.ok) throw failed(args.request, reviewAnswer.problem);
  const { searchParams } = new URL(args.request.url);
  const t = translator(langOf(args.request));
  const ref = shownRef(order.ref);
  return {
    ref: order.ref,
    suggested: ratings.find((stars) => String(stars) === searchParams.get("rating")) ?? null,
    ownReview: reviewAnswer.data.data,
    meta: pageMeta(t("reviews:form.meta.title", { ref }), t("reviews:form.meta.description")),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { ref, token } = await orderKey(args, args.params.ref);
  const form = await parseForm(args.request, reviewForm);
  if (!form.ok) return data({ reply: form.reply }, { status: 400 });
  const sent = await api(args, "reviewsCreate", { body: { ref, ...form.value }, orderToken: token });
  if (sent.ok) return redirect(orderPath(args.request, ref, "/review"), 303);
  return data({ reply: form.refused(sent.problem) }, { status: sent.problem.status });
}

export default function Review() {
  return <ReviewPage {...useLoaderData<typeof loader>()} reply={useActionData<typeof action>()?.reply} />;
}

/** Keeps the input for a retry when the service stops answering. */
export function ErrorBoundary() {
  const reply = useActionData<typeof action>()?.reply;
  return reply ? <TryAgain reply={reply} /> : <ErrorPage />;
}
