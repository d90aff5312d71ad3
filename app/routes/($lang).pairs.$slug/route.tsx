import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PricedCalculator } from "../../components/calculator/priced-calculator.tsx";
import { Unavailable } from "../../components/calculator/unavailable.tsx";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import type { PageHandle } from "../../components/shell/page/page-handle.ts";
import { withServerOnly } from "../../http/response/server-only.server.ts";
import { Card } from "../../ui/card.tsx";
import { ServerHtml } from "../../ui/server-html.tsx";
import { OtherPairs } from "./other-pairs.tsx";
import { PairFacts } from "./pair-facts.tsx";
import { pairPage } from "./pair-page.server.ts";
import { PairTitle } from "./pair-title.tsx";
import { PairQuestions } from "./question-list.tsx";
import { RateHistoryCard } from "./rate-history-card.tsx";

export const handle = {
  i18n: ["calculator", "summary"],
  hydrate: true,
  form: ({ state }: { state: { status: string } }) => state.status === "open",
} satisfies PageHandle;

/** The page of one pair: the calculator, the rate now and over time, facts and questions. */
export async function loader(args: LoaderFunctionArgs) {
  const { meta, state, questions, ...page } = await pairPage(args);
  return withServerOnly({ meta, state }, { page, questions });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => metaTags(data?.meta);

export default function PairPage() {
  const { state, page, questions } = useLoaderData<typeof loader>();
  return (
    <div className="page-width grid gap-x-8 gap-y-5 pb-16 pt-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)] lg:grid-rows-[auto_1fr] lg:gap-y-6 lg:pb-24 lg:pt-10">
      <ServerHtml name="title">{import.meta.env.SSR && <PairTitle page={page} />}</ServerHtml>
      <div className="min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <Card main>
          {state.status === "open" ? <PricedCalculator data={state.data} /> : <Unavailable posted={[]} />}
        </Card>
        <ServerHtml name="others">{import.meta.env.SSR && <OtherPairs page={page} />}</ServerHtml>
      </div>
      <div className="flex min-w-0 flex-col gap-5 lg:gap-6">
        <ServerHtml name="history">
          {import.meta.env.SSR && (
            <>
              <RateHistoryCard page={page} />
              <PairFacts page={page} />
              <PairQuestions questions={questions} />
            </>
          )}
        </ServerHtml>
      </div>
    </div>
  );
}
