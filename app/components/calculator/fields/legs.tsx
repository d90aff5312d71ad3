import type { Side } from "../../../../contract/market/quote.ts";
import { href } from "../../../i18n/href.ts";
import { useTranslation } from "../../../i18n/translation.ts";
import { useLang } from "../../../i18n/use-lang.ts";
import { classNames } from "../../../ui/class-names.ts";
import { ArrowDownUp } from "../../../ui/icons/icons.tsx";
import { type CalculatorData, type CalculatorInput, pairOf } from "../calculation.ts";
import { calculationAddress } from "../state/address.ts";
import { isSuggested } from "../state/change-asset.ts";
import type { CalculatorControls } from "../state/use-calculator.ts";
import { AssetPicker } from "./asset-picker.tsx";
import { Leg } from "./leg.tsx";

type LegsProps = {
  controls: CalculatorControls;
  data: CalculatorData;
  focusWrong: boolean;
};

const aboutAmount = "about-amount";

/** Both sides, with the button that swaps them between. */
export function Legs({ controls, data, focusWrong }: LegsProps) {
  const { t } = useTranslation("calculator");
  const { input, calculation } = controls;
  const reversePage = data.market.reversePages[pairOf(data.market, input.from, input.to)?.id ?? ""];
  const wrong = (side: Side) => calculation.issue !== null && "offers" in calculation.issue && input.side === side;
  const leg = (side: Side) => ({
    side,
    value: controls.shown(side),
    wrong: wrong(side),
    focus: focusWrong && wrong(side),
    describedBy: aboutAmount,
    onType: (typed: string) => controls.type(side, typed),
  });
  const picker = (side: Side) => ({
    name: side,
    assets: data.market.assets,
    choices: choicesOf(data, side),
    value: input[side],
    onChoose: (asset: string) => controls.choose(side, asset),
  });
  return (
    <div className="flex flex-col gap-2">
      <input type="hidden" name="side" value={input.side} />
      {/* Only the two sides: the button is half-way between them, whatever follows. */}
      <div className="relative flex flex-col gap-2">
        <Leg {...leg("from")} label={t("send")}>
          <AssetPicker {...picker("from")} label={t("sendCurrency")} />
        </Leg>
        {reversePage && <Swap input={input} data={data} page={reversePage} />}
        <Leg {...leg("to")} label={t("get")}>
          <AssetPicker {...picker("to")} label={t("getCurrency")} />
        </Leg>
      </div>
      <noscript>
        <span className="flex flex-wrap gap-2">
          <RecalculateButton side="from">{t("recalculateSend")}</RecalculateButton>
          <RecalculateButton side="to">{t("recalculateGet")}</RecalculateButton>
        </span>
      </noscript>
    </div>
  );
}

/**
 * Without scripts: reloads the page with this side's amount. The form's own method remains the one that opens an order.
 */
function RecalculateButton({ side, children }: { side: Side; children: string }) {
  return (
    <button
      type="submit"
      formMethod="get"
      name="side"
      value={side}
      className="min-h-11 flex-1 rounded border border-control bg-surface px-3 text-small font-semibold hover:bg-inset"
    >
      {children}
    </button>
  );
}

/** An amount the visitor entered moves to the other side with its currency. */
function Swap({ input, data, page }: { input: CalculatorInput; data: CalculatorData; page: string }) {
  const { t } = useTranslation("calculator");
  const lang = useLang();
  const turned: CalculatorInput = {
    ...input,
    from: input.to,
    to: input.from,
    side: input.side === "from" ? "to" : "from",
  };
  const query = new URLSearchParams({ from: turned.from, to: turned.to });
  const fresh = isSuggested(input, data.market, lang) || input.typed === "";
  return (
    <a
      href={fresh ? href(lang, `/exchange/${page}?${query}`) : calculationAddress(lang, page, turned, data.market)}
      aria-label={t("swap")}
      className={classNames(
        "absolute left-1/2 top-1/2 z-10 grid size-11 [translate:-50%_-50%] place-items-center",
        "rounded-full border border-line-strong bg-surface shadow-e1 hover:bg-inset",
      )}
    >
      <ArrowDownUp size={18} />
    </a>
  );
}

function choicesOf({ market }: CalculatorData, side: Side): string[] {
  return [...new Set(market.pairs.map((pair) => pair[side]))];
}
