import { Form, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { useCarriedPartner } from "../../i18n/carried-partner.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref, useLang } from "../../i18n/use-lang.ts";
import { ErrorSummary } from "../../ui/fields/error-summary.tsx";
import { LiveRegion } from "../../ui/messages/live-region.tsx";
import { longestTime, usualTime } from "../order/payout-time.ts";
import { useMoney } from "../order/use-money.ts";
import { pageFormId } from "../shell/page/page-handle.ts";
import { type CalculatorData, pairOf } from "./calculation.ts";
import { Legs } from "./fields/legs.tsx";
import { ProblemLine } from "./fields/problem-line.tsx";
import { PromoField } from "./fields/promo-field.tsx";
import { useIsBusy } from "./state/refused-order.ts";
import type { CalculatorControls } from "./state/use-calculator.ts";

type CalculatorProps = {
  data: CalculatorData;
  controls: CalculatorControls;
  /** The page that handles the form and shows it again when refused; the product's page by default. */
  action?: string;
  /** True after a refused submit. */
  refused: boolean;
  /** The promo code field: before the button on its own page, after it in the small form. */
  promo: "before" | "after";
  /** Content between the amounts and the button: the price, in as many lines as fit. */
  children: ReactNode;
};

/** The form that opens an order. Either amount can be entered; all its buttons work without scripts. */
export function Calculator({ data, controls, action: page, refused, promo, children }: CalculatorProps) {
  const { t } = useTranslation("calculator");
  const action = useHref()(page ?? `/exchange/${data.page}`);
  // Pages contain only the scripts of their own route, so this is a full page load.
  const isOwn = useLocation().pathname === action.split("?")[0];
  // A button that recalculates sends the fields as the query.
  const partner = useCarriedPartner();
  const { input, calculation } = controls;
  const isBusy = useIsBusy();
  const promoField = <PromoField value={input.promo} calculation={calculation} data={data} onType={controls.promo} />;
  return (
    <Form
      id={pageFormId}
      method="post"
      action={action}
      reloadDocument={!isOwn}
      onSubmit={controls.keepInAddress}
      aria-label={t("form")}
      noValidate
    >
      {partner && <input type="hidden" name="partner" value={partner} />}
      {isBusy && (
        <div className="mb-4">
          <ErrorSummary title={t("busy")} fields={[]} />
        </div>
      )}
      <Legs controls={controls} data={data} focusWrong={refused} />
      <div id="about-amount" className="mb-4 mt-2.5 min-h-6">
        {calculation.issue ? (
          <ProblemLine
            issue={calculation.issue}
            input={input}
            data={data}
            onTake={(offer) => controls.take(offer.side, offer.amount)}
          />
        ) : (
          <LimitsLine data={data} from={input.from} to={input.to} />
        )}
      </div>
      {promo === "before" && <div className="mb-5">{promoField}</div>}
      {children}
      <SubmitButton
        variant="filled"
        size="large"
        pressed={t("opening")}
        className={promo === "after" ? "sm:w-full" : undefined}
      >
        {t("continue")}
      </SubmitButton>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4">
        {promo === "after" ? promoField : <p className="text-small text-ink-3">{t("nothingYet")}</p>}
        <PayoutTime data={data} from={input.from} to={input.to} />
      </div>
      <Announcement data={data} controls={controls} />
    </Form>
  );
}

type OfPair = { data: CalculatorData; from: string; to: string };

function LimitsLine({ data, from, to }: OfPair) {
  const { t } = useTranslation("calculator");
  const { figure, reserve, text } = useMoney(data.market.assets);
  const pair = pairOf(data.market, from, to);
  if (!pair) return null;
  const { value, unit } = reserve(pair.reserve, to);
  return (
    <p className="text-small text-ink-3">
      {t("limits", {
        min: figure(pair.min_from, from).value,
        max: text(pair.max_from, from),
        reserve: `${value}\u00a0${unit}`,
      })}
    </p>
  );
}

function PayoutTime({ data, from, to }: OfPair) {
  const { t } = useTranslation("calculator");
  const lang = useLang();
  const pair = pairOf(data.market, from, to);
  if (!pair) return null;
  const time = longestTime(lang, pair.eta_minutes);
  const usual = usualTime(lang, pair.eta_minutes);
  return (
    <p className="py-1.5 text-small text-ink-3">
      {time === null ? t("paidOut", pair.eta_minutes) : t(usual ? "paidOutUsually" : "paidOutBy", { time, usual })}
    </p>
  );
}

/** Announces the new price to screen readers. */
function Announcement({ data, controls }: { data: CalculatorData; controls: CalculatorControls }) {
  const { t } = useTranslation("calculator");
  const { text } = useMoney(data.market.assets);
  const { quote, input } = controls.calculation;
  return (
    <LiveRegion>
      {quote ? t("said", { from: text(quote.from.amount, input.from), to: text(quote.to.amount, input.to) }) : ""}
    </LiveRegion>
  );
}
