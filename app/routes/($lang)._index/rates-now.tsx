import { Rates } from "../../components/rates/rates.tsx";
import { formatTime } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useLang } from "../../i18n/use-lang.ts";
import type { RatesOfHome } from "./home-market.server.ts";
import { Section } from "./section.tsx";

export function RatesNow({ rates }: { rates: RatesOfHome }) {
  const { t } = useTranslation("home");
  const lang = useLang();
  return (
    <Section
      title={t("rates.title")}
      lead={rates && t(rates.isOld ? "rates.old" : "rates.updated", { time: formatTime(lang, rates.at) })}
    >
      {rates ? <Rates pairs={rates.pairs} assets={rates.assets} /> : <p className="text-body">{t("rates.none")}</p>}
    </Section>
  );
}
