import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { api } from "../../api/client.server.ts";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import type { PageHandle } from "../../components/shell/page/page-handle.ts";
import { withServerOnly } from "../../http/response/server-only.server.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { pageMeta } from "../../i18n/page-meta.server.ts";
import { translator } from "../../i18n/texts/texts.server.ts";
import { ServerHtml } from "../../ui/server-html.tsx";
import { CurrentRates } from "./current-rates.tsx";
import { Hero } from "./hero.tsx";
import { homeMarket } from "./home-market.server.ts";
import { HowItWorks } from "./how-it-works.tsx";
import { monitorTarget } from "./monitor-link.server.ts";
import { Questions } from "./questions.tsx";
import { ReviewSlides } from "./review-slides.tsx";
import { serviceNow } from "./service-now.server.ts";

export const handle = {
  i18n: ["calculator", "summary"],
  hydrate: true,
  form: ({ state }: { state: { status: string } }) => state.status === "open",
} satisfies PageHandle;

export async function loader(args: LoaderFunctionArgs) {
  const target = await monitorTarget(args);
  if (target) throw redirect(target, 302);
  const t = translator(langOf(args.request));
  const [{ state, rates }, payouts, reviews, now] = await Promise.all([
    homeMarket(args),
    api(args, "exchangePayoutTimes", {}),
    api(args, "reviewsHighlights", {}),
    serviceNow(args),
  ]);
  const times = payouts.ok ? payouts.data.data : null;
  const highlights = reviews.ok ? reviews.data.data : null;
  const meta = pageMeta(t("home:meta.title"), t("home:meta.description"));
  return withServerOnly({ meta, state }, { rates, times, highlights, now });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => metaTags(data?.meta);

export default function Home() {
  const { state, rates, times, highlights, now } = useLoaderData<typeof loader>();
  return (
    <>
      <Hero state={state} now={now} times={times} />
      <ServerHtml name="home">
        {import.meta.env.SSR && (
          <>
            <HowItWorks />
            <CurrentRates rates={rates} />
            <ReviewSlides highlights={highlights} assets={rates?.assets ?? {}} />
            <Questions />
          </>
        )}
      </ServerHtml>
    </>
  );
}
