import { Rates } from "../../components/rates/rates.tsx";
import { formatTime } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref, useLang } from "../../i18n/use-lang.ts";
import { ArrowRight } from "../../ui/icons/icons.tsx";
import type { RatesOfHome } from "./home-market.server.ts";
import { Section } from "./section.tsx";

export function CurrentRates({ rates }: { rates: RatesOfHome }) {
  const { t } = useTranslation("home");
  const lang = useLang();
  const href = useHref();
  return (
    <Section
      id="rates"
      title={t("rates.title")}
      lead={rates && t(leadOf(rates), { time: formatTime(lang, rates.at), source: realSource(rates.source) })}
    >
      {rates ? <Rates pairs={rates.pairs} assets={rates.assets} /> : <p className="text-body">{t("rates.none")}</p>}
      {rates && rates.pairs.length < rates.total && (
        <a
          href={href("/?pairs=all#rates")}
          className="mt-4 inline-flex min-h-11 items-center gap-2 text-body-2 font-semibold text-link hover:underline"
        >
          {t("rates.all", { number: rates.total })}
          <ArrowRight size={18} />
        </a>
      )}
    </Section>
  );
}

/** The source of the market rate: its own sentence, or its name. */
function leadOf({ isOld, source }: NonNullable<RatesOfHome>) {
  if (isOld) return "rates.old";
  if (source.startsWith(besideSimulated)) return "rates.from.both";
  return `rates.from.${knownSources.find((name) => name === source) ?? "other"}` as const;
}

/** Begins the sources of an exchange that has simulated prices as well as those of a market. */
const besideSimulated = "sandbox, ";
const realSource = (source: string) =>
  source.startsWith(besideSimulated) ? source.slice(besideSimulated.length) : source;

const knownSources = ["sandbox", "table"] as const;
