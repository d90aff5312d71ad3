import { useTranslation } from "../../../i18n/translation.ts";
import { useLang } from "../../../i18n/use-lang.ts";
import { CircleAlert } from "../../../ui/icons/icons.tsx";
import { useMoney } from "../../order/use-money.ts";
import type { CalculatorData, Given, Offer, Trouble } from "../calculation.ts";
import { calculationAddress } from "../state/address.ts";
import { fieldAmount } from "../state/field-amount.ts";

type TroubleLineProps = {
  trouble: Trouble;
  given: Given;
  data: CalculatorData;
  onTake: (offer: Offer) => void;
};

/** The problem with the input, and each amount that one press would enter instead. */
export function TroubleLine({ trouble, given, data, onTake }: TroubleLineProps) {
  const { t } = useTranslation("calculator");
  const lang = useLang();
  const { text } = useMoney(data.market.assets);
  const offers = "offers" in trouble ? trouble.offers : [];
  const words = trouble.kind === "ambiguous" ? "meant" : "take";
  return (
    <div className="text-small text-error-700">
      <p className="flex gap-1.5">
        <CircleAlert size={16} className="mt-0.5 shrink-0" />
        <span>
          <TroubleSentence trouble={trouble} given={given} data={data} />
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
                  ...given,
                  side: offer.side,
                  typed: fieldAmount(offer.amount, data.market.assets[given[offer.side]], lang),
                },
                data.market,
              )}
              onClick={(event) => {
                event.preventDefault();
                onTake(offer);
              }}
              className="inline-flex min-h-11 items-center rounded-sm border border-control bg-surface px-3 font-semibold text-ink hover:bg-inset lg:min-h-8"
            >
              {t(words, { amount: text(offer.amount, given[offer.side]) })}
            </a>
          ))}
        </p>
      )}
    </div>
  );
}

function TroubleSentence({ trouble, given, data }: Omit<TroubleLineProps, "onTake">) {
  const { t } = useTranslation("calculator");
  const { assets, pairs } = data.market;
  const { text } = useMoney(assets);
  if (trouble.kind === "refused") return trouble.sentence;
  const asset = assets[given[given.side]];
  const offered = "offers" in trouble ? trouble.offers[0] : undefined;
  const kind = trouble.kind === "ambiguous" && trouble.offers.length === 1 ? "ambiguousOne" : trouble.kind;
  const reserve = pairs.find(({ from, to }) => from === given.from && to === given.to)?.reserve;
  return t(`trouble.${kind}`, {
    amount: offered && text(offered.amount, given[offered.side]),
    reserve: reserve && text(reserve, given.to),
    symbol: asset?.symbol,
    digits: asset?.decimals,
  });
}
