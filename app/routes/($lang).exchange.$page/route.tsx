import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  redirectDocument,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { rememberOrder } from "../../auth/cookies/orders-cookie.server.ts";
import { calculatorFor } from "../../components/calculator/calculator.server.ts";
import { openOrder } from "../../components/calculator/open-order.server.ts";
import { calculationAddress } from "../../components/calculator/state/address.ts";
import { isTypedForm } from "../../components/calculator/state/calculator-input.ts";
import { problemStatus } from "../../components/calculator/state/problem-status.ts";
import { useRefusedOrder } from "../../components/calculator/state/refused-order.ts";
import { rulesOf } from "../../components/rules/rules.server.ts";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import type { PageHandle } from "../../components/shell/page/page-handle.ts";
import { withServerOnly } from "../../http/response/server-only.server.ts";
import { href } from "../../i18n/href.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { exchangePageOf, headOf } from "./exchange-page.server.ts";
import { ExchangePageView } from "./exchange-page-view.tsx";

export const handle = {
  i18n: ["exchange", "calculator", "summary"],
  hydrate: true,
  form: ({ state }: { state: { status: string } }) => state.status === "open",
} satisfies PageHandle;

export async function loader(args: LoaderFunctionArgs) {
  const page = exchangePageOf(args.params.page);
  const fields = new URL(args.request.url).searchParams;
  const state = await calculatorFor(args, page, fields);
  const rules = await rulesOf(args);
  const loaderData = withServerOnly({ page, meta: headOf(args.request, page), state }, { rules });
  if (state.status === "unavailable") return data(loaderData, { status: state.httpStatus });
  if (state.status === "closed") return data(loaderData);
  const { input, market, issue } = state.data;
  if (issue?.kind === "refused") return data(loaderData, { status: issue.status });
  if (!isTypedForm(fields)) return data(loaderData);
  // A form without scripts submits amounts as typed: readable ones are redirected to a clean address.
  if (!issue) throw redirect(calculationAddress(langOf(args.request), page, input, market), 303);
  return data(loaderData, { status: problemStatus(issue) });
}

export async function action(args: ActionFunctionArgs) {
  const page = exchangePageOf(args.params.page);
  const outcome = await openOrder(args, page, await args.request.formData());
  if (outcome.status !== "opened") return data(outcome.state, { status: outcome.httpStatus });
  throw redirectDocument(href(langOf(args.request), `/order/${outcome.ref}/details`), {
    status: 303,
    headers: { "Set-Cookie": await rememberOrder(args, outcome.ref, outcome.token) },
  });
}

export const meta: MetaFunction<typeof loader> = ({ data: loaderData }) => metaTags(loaderData?.meta);

export default function ExchangePage() {
  const { page, state, rules } = useLoaderData<typeof loader>();
  const refused = useRefusedOrder();
  return (
    <ExchangePageView key={page} page={page} state={refused ?? state} rules={rules} refused={refused !== undefined} />
  );
}
