import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirectDocument,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { exchangePages } from "../../../contract/market/exchange-pages.ts";
import type { ExchangePage } from "../../../contract/market/pairs.ts";
import { forgetForm, keptForm } from "../../auth/cookies/kept-form.server.ts";
import { rememberOrder } from "../../auth/cookies/orders-cookie.server.ts";
import { requireMember } from "../../auth/member.server.ts";
import { calculatorOf } from "../../components/calculator/calculator.server.ts";
import { loadMarket } from "../../components/calculator/market.server.ts";
import { openOrder } from "../../components/calculator/open-order.server.ts";
import { pageOf } from "../../components/calculator/page-of.ts";
import { useRefusedOrder } from "../../components/calculator/state/refused-order.ts";
import { Unavailable } from "../../components/calculator/unavailable.tsx";
import { PageHead } from "../../components/dashboard/page-head.tsx";
import { AmountSteps } from "../../components/order/order-steps.tsx";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import type { PageHandle } from "../../components/shell/page/page-handle.ts";
import { href } from "../../i18n/href.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { pageMeta } from "../../i18n/page-meta.server.ts";
import { translator } from "../../i18n/texts/texts.server.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { Segments } from "../../ui/fields/segments.tsx";
import { MemberAmountStep } from "./member-amount-step.tsx";

export const handle = {
  i18n: ["dashboard", "calculator", "summary", "steps"],
  hydrate: true,
  form: ({ state }: { state: { status: string } }) => state.status === "open",
} satisfies PageHandle;

export const meta: MetaFunction<typeof loader> = ({ data: loaderData }) => metaTags(loaderData?.meta);

export async function loader(args: LoaderFunctionArgs) {
  await requireMember(args);
  const whole = await loadMarket(args);
  const restoredForm = await keptForm(args);
  const fields = restoredForm ? new URLSearchParams(restoredForm) : new URL(args.request.url).searchParams;
  const page = pageOf(fields, whole);
  const state = await calculatorOf(whole, args, page, fields);
  const t = translator(langOf(args.request));
  const loaderData = {
    page,
    state,
    meta: pageMeta(t("dashboard:newOrder.meta.title"), t("dashboard:newOrder.meta.description")),
  };
  const headers: HeadersInit = restoredForm ? { "Set-Cookie": forgetForm() } : {};
  return data(loaderData, { headers, status: state.status === "unavailable" ? state.httpStatus : 200 });
}

export async function action(args: ActionFunctionArgs) {
  await requireMember(args);
  const product = new URL(args.request.url).searchParams.get("product");
  const page = exchangePages.find((name) => name === product) ?? exchangePages[0];
  const outcome = await openOrder(args, page, await args.request.formData());
  if (outcome.status !== "opened") return data(outcome.state, { status: outcome.httpStatus });
  throw redirectDocument(href(langOf(args.request), `/order/${outcome.ref}/details`), {
    status: 303,
    headers: { "Set-Cookie": await rememberOrder(args, outcome.ref, outcome.token) },
  });
}

const newOrder = (product: ExchangePage) => `/dashboard/new-order?product=${product}`;

/** The same steps as on the public pages, with the member's saved details filled in. */
export default function NewOrder() {
  const { t } = useTranslation(["dashboard", "calculator"]);
  const address = useHref();
  const loaded = useLoaderData<typeof loader>();
  const refused = useRefusedOrder();
  const { page } = loaded;
  const state = refused ?? loaded.state;
  const segments = exchangePages.map((product) => ({
    to: address(newOrder(product)),
    name: t(`calculator:productShort.${product}`),
    current: product === page,
  }));
  return (
    <>
      <PageHead title={t("newOrder.title")} />
      <div className="max-w-[34.5rem] space-y-4 wide:max-w-[60rem]">
        <AmountSteps />
        <p className="text-body text-ink-2">{t("newOrder.lead")}</p>
        <Segments label={t("newOrder.products")} segments={segments} />
        {state.status === "open" ? (
          <MemberAmountStep
            key={page}
            data={state.data}
            action={newOrder(state.data.page)}
            refused={refused !== undefined}
          />
        ) : (
          <Unavailable posted={state.status === "unavailable" ? state.posted : []} />
        )}
      </div>
    </>
  );
}
