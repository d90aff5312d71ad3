import type { PayoutTimes } from "../../../contract/market/payout-times.ts";
import type { CalculatorState } from "../../components/calculator/calculator.server.ts";
import { Unavailable } from "../../components/calculator/unavailable.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { Eye, Lock, Undo2 } from "../../ui/icons/icons.tsx";
import { ServerHtml } from "../../ui/server-html.tsx";
import { HeroCalculator } from "./hero-calculator.tsx";
import { ServiceBand } from "./service-band.tsx";
import type { ServiceNow } from "./service-now.server.ts";

const benefits = [
  { name: "price", icon: Eye },
  { name: "hold", icon: Lock },
  { name: "differs", icon: Undo2 },
] as const;

type HeroProps = { state: CalculatorState; now: ServiceNow; times: PayoutTimes | null };

export function Hero({ state, now, times }: HeroProps) {
  return (
    <section className="page-width grid items-center gap-x-12 pb-12 pt-5 lg:pt-10 min-[1000px]:pb-5 min-[1000px]:grid-cols-[minmax(0,1fr)_minmax(0,34.5rem)]">
      <ServerHtml name="title">{import.meta.env.SSR && <Title />}</ServerHtml>
      <ServerHtml name="band">{import.meta.env.SSR && <ServiceBand now={now} times={times} />}</ServerHtml>
      <div className="mt-6 w-full min-w-0 min-[1000px]:col-start-2 min-[1000px]:row-span-2 min-[1000px]:row-start-1 min-[1000px]:mt-0">
        {state.status === "open" ? <HeroCalculator data={state.data} /> : <Unavailable posted={[]} />}
      </div>
      <ServerHtml name="promises">{import.meta.env.SSR && <Benefits />}</ServerHtml>
    </section>
  );
}

function Title() {
  const { t } = useTranslation("home");
  return (
    <div className="min-[1000px]:col-start-1 min-[1000px]:row-start-1 min-[1000px]:self-end">
      <h1 className="max-w-[27rem] text-display">{t("title")}</h1>
      <p className="mt-3 max-w-[27rem] text-lead text-ink-2">{t("lead")}</p>
    </div>
  );
}

function Benefits() {
  const { t } = useTranslation("home");
  return (
    <ul className="mt-6 flex flex-col gap-3.5 text-body-2 min-[1000px]:col-start-1 min-[1000px]:row-start-2 min-[1000px]:mt-7 min-[1000px]:self-start">
      {benefits.map(({ name, icon: Icon }) => (
        <li key={name} className="flex gap-3">
          <Icon size={20} className="mt-px shrink-0 text-primary-700" />
          {t(`promise.${name}`)}
        </li>
      ))}
    </ul>
  );
}
