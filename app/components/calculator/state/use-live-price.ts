import { useNavigate, useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { readAmount } from "../../../forms/amount-input.ts";
import { useCarriedPartner } from "../../../i18n/carried-partner.ts";
import { withPartner } from "../../../i18n/partner-code.ts";
import { useLang } from "../../../i18n/use-lang.ts";
import { type CalculatorData, type CalculatorInput, type CalculatorProblem, inputAsset } from "../calculation.ts";
import { calculationQuery } from "./address.ts";

/** Debounce: longer than a pause between keys, short enough not to be noticed. */
const debounceMilliseconds = 350;
const liveState = { live: true };

/**
 * Prices the input after a short pause by replacing the current address, so that Back, reload and the language switch
 * keep it. Unreadable input is not sent: `unread` is the reason.
 */
export function useLivePrice(data: CalculatorData, input: CalculatorInput) {
  const lang = useLang();
  const navigate = useNavigate();
  const idle = useNavigation().state === "idle";
  const [unread, setUnread] = useState<CalculatorProblem | null>(null);
  const [priced, setPriced] = useState(input);
  const pause = useRef<ReturnType<typeof setTimeout>>();
  const asset = data.market.assets[inputAsset(input)];
  const reading = readAmount(input.typed, lang, asset?.decimals ?? 0, asset?.symbol);
  const calculation = calculationQuery(input, reading.ok ? reading.amount : input.typed);
  const address = withPartner(`?${calculation}`, useCarriedPartner());
  const issue: CalculatorProblem | null = reading.ok
    ? null
    : { kind: reading.problem, offers: reading.readings.map((amount) => ({ side: input.side, amount })) };
  const ask = useRef(() => {});
  ask.current = () => {
    setPriced(input);
    setUnread(issue);
    if (!issue) navigate(address, { replace: true, preventScrollReset: true, state: liveState });
  };

  useEffect(() => {
    if (input === priced || !idle) return;
    pause.current = setTimeout(() => ask.current(), debounceMilliseconds);
    return () => clearTimeout(pause.current);
  }, [input, priced, idle]);

  return {
    unread,
    /** The input came from the service: it is already priced. */
    settle: (from: CalculatorInput) => {
      setPriced(from);
      setUnread(null);
    },
    /** Before leaving: Back from the next step then restores the input, even if it was not priced yet. */
    keepInAddress: () => {
      // A pending price request must not replace the submission that opens the order.
      clearTimeout(pause.current);
      window.history.replaceState(window.history.state, "", address);
    },
  };
}

/** Whether a navigation came from typing: then the field has newer text than the result. */
export function isLive(state: unknown): boolean {
  return typeof state === "object" && state !== null && "live" in state;
}
