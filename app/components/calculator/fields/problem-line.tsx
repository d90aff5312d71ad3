import { useTranslation } from "../../../i18n/translation.ts";
import { useLang } from "../../../i18n/use-lang.ts";
import { CircleAlert } from "../../../ui/icons/icons.tsx";
import { useMoney } from "../../order/use-money.ts";
import type { CalculatorData, CalculatorInput, CalculatorProblem, Offer } from "../calculation.ts";
import { calculationAddress } from "../state/address.ts";
import { fieldAmount } from "../state/field-amount.ts";

type ProblemLineProps = {
  issue: CalculatorProblem;
  input: CalculatorInput;
  data: CalculatorData;
  onTake: (offer: Offer) => void;
};

/** The problem with the input, and each amount that one press would enter instead. */
export function ProblemLine({ issue, input, data, onTake }: ProblemLineProps) {
  const { t } = useTranslation("calculator");
  const lang = useLang();
  const { text } = useMoney(data.market.assets);
  const offers = "offers" in issue ? issue.offers : [];
  const words = issue.kind === "ambiguous" ? "meant" : "take";
  return (
    <div className="text-small text-error-700">
      <p className="flex gap-1.5">
        <CircleAlert size={16} className="mt-0.5 shrink-0" />
        <span>
          <ProblemText issue={issue} input={input} data={data} />
        </span>
      </p>
      {offers.length > 0 && (
        <p className="mt-1 flex flex-wrap gap-2">
          {offers.map((offer) => (
            <a
              key={offer.amount}
              href={calculationAddress(
                lang,
                data.page,
                {
                  ...input,
                  side: offer.side,
                  typed: fieldAmount(offer.amount, data.market.assets[input[offer.side]], lang),
                },
                data.market,
              )}
              onClick={(event) => {
                event.preventDefault();
                onTake(offer);
              }}
              className="inline-flex min-h-11 items-center rounded-sm border border-control bg-surface px-3 font-semibold text-ink hover:bg-inset lg:min-h-8"
            >
              {t(words, { amount: text(offer.amount, input[offer.side]) })}
            </a>
          ))}
        </p>
      )}
    </div>
  );
}

function ProblemText({ issue, input, data }: Omit<ProblemLineProps, "onTake">) {
  const { t } = useTranslation("calculator");
  const { assets, pairs } = data.market;
  const { text } = useMoney(assets);
  if (issue.kind === "refused") return issue.sentence;
  const asset = assets[input[input.side]];
  const offered = "offers" in issue ? issue.offers[0] : undefined;
  const kind = issue.kind === "ambiguous" && issue.offers.length === 1 ? "ambiguousOne" : issue.kind;
  const reserve = pairs.find(({ from, to }) => from === input.from && to === input.to)?.reserve;
  return t(`problem.${kind}`, {
    amount: offered && text(offered.amount, input[offered.side]),
    reserve: reserve && text(reserve, input.to),
    symbol: asset?.symbol,
    digits: asset?.decimals,
  });
}
