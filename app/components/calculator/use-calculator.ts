import { useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { Side } from "../../../contract/quote.ts";
import { readAmount, typedAmount } from "../../forms/amount-input.ts";
import type { Lang } from "../../i18n/languages.ts";
import { useLang } from "../../i18n/use-lang.ts";
import { calculationQuery } from "./address.ts";
import { type Calculation, type CalculatorData, type Given, givenAsset, pairOf, type Trouble } from "./calculation.ts";
import { fieldAmount } from "./field-amount.ts";
import { firstAmount } from "./first-amount.ts";

/** Long enough for the next key, short enough not to be waited for. */
const pauseMilliseconds = 350;
const liveState = { live: true };

/**
 * What the visitor gives and the last answer to it. With scripts a change is priced after a short pause, by going to
 * the address that says it (replacing the present one), so that Back, a reload and the language switch keep it.
 */
export function useCalculator(data: CalculatorData) {
  const lang = useLang();
  const location = useLocation();
  const navigate = useNavigate();
  const navigation = useNavigation();
  const [given, setGiven] = useState(data.given);
  const [touched, setTouched] = useState(false);
  const [unread, setUnread] = useState<Trouble | null>(null);
  const [priced, setPriced] = useState(data.given);

  const isAnswerToTyping = isLive(location.state);
  const shownData = useRef(data);
  useEffect(() => {
    // The first data are in the state already, and something may have been typed over them meanwhile.
    if (shownData.current === data) return;
    shownData.current = data;
    if (isAnswerToTyping) return;
    setGiven(data.given);
    setPriced(data.given);
    setUnread(null);
  }, [data, isAnswerToTyping]);

  const idle = navigation.state === "idle";
  const pause = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => {
    if (given === priced || !idle) return;
    pause.current = setTimeout(() => {
      setPriced(given);
      const reading = readAmount(given.typed, lang, data.market.assets[givenAsset(given)]?.decimals ?? 0);
      if (reading.ok) {
        setUnread(null);
        navigate(`?${calculationQuery(given, reading.amount)}`, {
          replace: true,
          preventScrollReset: true,
          state: liveState,
        });
        return;
      }
      const offers = reading.readings.map((amount) => ({ side: given.side, amount }));
      setUnread({ kind: reading.problem, offers });
    }, pauseMilliseconds);
    return () => clearTimeout(pause.current);
  }, [given, priced, idle, lang, data.market, navigate]);

  const answer: Calculation = unread ? { ...data, quote: null, trouble: unread } : data;
  return {
    given,
    answer,
    /** What stands in the amount field of a side. */
    shown: (side: Side) => (side === given.side ? given.typed : pricedAmount(answer, data, side, lang)),
    type: (side: Side, typed: string) => {
      setTouched(true);
      setGiven((before) => ({ ...before, side, typed }));
    },
    /** One press: an amount of the service's notation takes the place of what was typed. */
    take: (side: Side, amount: string) => {
      setGiven((before) => ({
        ...before,
        side,
        typed: fieldAmount(amount, data.market.assets[before[side]], lang),
      }));
    },
    choose: (side: Side, asset: string) => setGiven((before) => withAsset(before, side, asset, data, touched, lang)),
    promo: (promo: string) => setGiven((before) => ({ ...before, promo })),
    /** Before leaving: Back from the next step comes to what was typed, even if it was not priced yet. */
    keepInAddress: () => {
      // A price that is still to be asked for must not take the place of the order that is being opened.
      clearTimeout(pause.current);
      const reading = readAmount(given.typed, lang, data.market.assets[givenAsset(given)]?.decimals ?? 0);
      const query = calculationQuery(given, reading.ok ? reading.amount : given.typed);
      window.history.replaceState(window.history.state, "", `?${query}`);
    },
  };
}

export type CalculatorControls = ReturnType<typeof useCalculator>;

function pricedAmount(answer: Calculation, data: CalculatorData, side: Side, lang: Lang): string {
  if (!answer.quote) return "";
  const amount = side === "from" ? answer.quote.from_amount : answer.quote.to_amount;
  return fieldAmount(amount, data.market.assets[answer.given[side]], lang);
}

/** Another currency: what was typed stays; an amount that only the site suggested is suggested anew. */
function withAsset(given: Given, side: Side, asset: string, data: CalculatorData, touched: boolean, lang: Lang): Given {
  const next: Given = { ...given, [side]: asset };
  const pair = pairOf(data.market, next.from, next.to);
  return touched || !pair || side === "to"
    ? next
    : { ...next, side: "from", typed: typedAmount(firstAmount(pair), lang) };
}

function isLive(state: unknown): boolean {
  return typeof state === "object" && state !== null && "live" in state;
}
