import { useLocation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { Side } from "../../../../contract/market/quote.ts";
import type { Lang } from "../../../../contract/values/languages.ts";
import { useLang } from "../../../i18n/use-lang.ts";
import type { Calculation, CalculatorData } from "../calculation.ts";
import { changeAsset } from "./change-asset.ts";
import { fieldAmount } from "./field-amount.ts";
import { isLive, useLivePrice } from "./use-live-price.ts";

/** The visitor's input, the last result and the functions that change it. */
export function useCalculator(data: CalculatorData) {
  const lang = useLang();
  const isAnswerToTyping = isLive(useLocation().state);
  const [input, setGiven] = useState(data.input);
  const { unread, settle, keepInAddress } = useLivePrice(data, input);

  const shownData = useRef(data);
  useEffect(() => {
    // The first data are already in the state, and the visitor may have changed them since.
    if (shownData.current === data) return;
    shownData.current = data;
    if (isAnswerToTyping) return;
    setGiven(data.input);
    settle(data.input);
  });

  const calculation: Calculation = unread ? { ...data, quote: null, issue: unread } : data;
  return {
    input,
    calculation: calculation,
    /** The value of the amount field of a side. */
    shown: (side: Side) => (side === input.side ? input.typed : pricedAmount(calculation, data, side, lang)),
    type: (side: Side, typed: string) => {
      setGiven((before) => ({ ...before, side, typed }));
    },
    /** Replaces the input by an amount of the service, with one press. */
    take: (side: Side, amount: string) => {
      setGiven((before) => ({
        ...before,
        side,
        typed: fieldAmount(amount, data.market.assets[before[side]], lang),
      }));
    },
    choose: (side: Side, asset: string) => setGiven((before) => changeAsset(before, side, asset, data.market, lang)),
    promo: (promo: string) => setGiven((before) => ({ ...before, promo })),
    keepInAddress,
  };
}

export type CalculatorControls = ReturnType<typeof useCalculator>;

function pricedAmount(calculation: Calculation, data: CalculatorData, side: Side, lang: Lang): string {
  if (!calculation.quote) return "";
  const amount = side === "from" ? calculation.quote.from.amount : calculation.quote.to.amount;
  return fieldAmount(amount, data.market.assets[calculation.input[side]], lang);
}
