import CalendarClock from "lucide-react/icons/calendar-clock";
import { useTranslation } from "react-i18next";
import type { CalculatorState } from "../../components/calculator/calculator.server.ts";
import { Rates } from "../../components/rates/rates.tsx";
import { useHref } from "../../i18n/use-lang.ts";
import { LinkButton } from "../../ui/link-button.tsx";
import { Note } from "../../ui/note.tsx";

/** A product that opens later: what it will be, what it would give now, and what is open instead. */
export function NotOpen({ state }: { state: CalculatorState }) {
  const { t } = useTranslation(["exchange", "calculator"]);
  const address = useHref();
  return (
    <div className="flex flex-col gap-8">
      <Note icon={CalendarClock} className="max-w-text">
        <strong className="font-semibold">{t("paypal-invoice.later")}</strong> {t("paypal-invoice.what")}
      </Note>
      {state.status === "open" && (
        <section aria-labelledby="later-rates">
          <h2 id="later-rates" className="mb-4 text-h2">
            {t("paypal-invoice.rates")}
          </h2>
          <Rates pairs={state.data.market.pairs} assets={state.data.market.assets} linked={false} />
        </section>
      )}
      <section aria-labelledby="open-today">
        <h2 id="open-today" className="mb-4 text-h3">
          {t("paypal-invoice.instead")}
        </h2>
        <p className="flex flex-wrap gap-3">
          <LinkButton to={address("/exchange/usdt-to-paypal")}>{t("calculator:product.usdt-to-paypal")}</LinkButton>
          <LinkButton to={address("/exchange/crypto-to-paypal")}>{t("calculator:product.crypto-to-paypal")}</LinkButton>
        </p>
      </section>
    </div>
  );
}
