import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { metaTags } from "../../components/shell/meta-tags.ts";
import type { PageHandle } from "../../components/shell/page-handle.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { pageMeta } from "../../i18n/page-meta.server.ts";
import { translator } from "../../i18n/words.server.ts";
import { Hero } from "./hero.tsx";
import { homeMarket } from "./home-market.server.ts";
import { HowItGoes } from "./how-it-goes.tsx";
import { Questions } from "./questions.tsx";
import { RatesNow } from "./rates-now.tsx";

export const handle = {
  i18n: ["home", "calculator", "rates", "summary", "forms"],
  hydrate: true,
} satisfies PageHandle;

export async function loader(args: LoaderFunctionArgs) {
  const t = translator(langOf(args.request));
  return {
    meta: pageMeta(t("home:meta.title"), t("home:meta.description")),
    ...(await homeMarket(args)),
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => metaTags(data?.meta);

export default function Home() {
  const { state, rates } = useLoaderData<typeof loader>();
  return (
    <>
      <Hero state={state} />
      <HowItGoes state={state} />
      <RatesNow rates={rates} />
      <Questions />
    </>
  );
}
