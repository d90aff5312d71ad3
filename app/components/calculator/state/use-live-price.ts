import { useNavigate, useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { readAmount } from "../../../forms/amount-input.ts";
import { useLang } from "../../../i18n/use-lang.ts";
import { type CalculatorData, type Given, givenAsset, type Trouble } from "../calculation.ts";
import { calculationQuery } from "./address.ts";

/** Debounce: longer than a pause between keys, short enough not to be noticed. */
const pauseMilliseconds = 350;
const liveState = { live: true };

/**
 * Prices the input after a short pause by replacing the current address, so that Back, reload and the language switch
 * keep it. Unreadable input is not sent: `unread` says why.
 */
export function useLivePrice(data: CalculatorData, given: Given) {
  const lang = useLang();
  const navigate = useNavigate();
  const idle = useNavigation().state === "idle";
  const [unread, setUnread] = useState<Trouble | null>(null);
  const [priced, setPriced] = useState(given);
  const pause = useRef<ReturnType<typeof setTimeout>>();
  const reading = readAmount(given.typed, lang, data.market.assets[givenAsset(given)]?.decimals ?? 0);
  const query = calculationQuery(given, reading.ok ? reading.amount : given.typed);
  const trouble: Trouble | null = reading.ok
    ? null
    : { kind: reading.problem, offers: reading.readings.map((amount) => ({ side: given.side, amount })) };
  const ask = useRef(() => {});
  ask.current = () => {
    setPriced(given);
    setUnread(trouble);
    if (!trouble) navigate(`?${query}`, { replace: true, preventScrollReset: true, state: liveState });
  };

  useEffect(() => {
    if (given === priced || !idle) return;
    pause.current = setTimeout(() => ask.current(), pauseMilliseconds);
    return () => clearTimeout(pause.current);
  }, [given, priced, idle]);

  return {
    unread,
    /** The input came from the service: it is already priced. */
    settle: (from: Given) => {
      setPriced(from);
      setUnread(null);
    },
    /** Before leaving: Back from the next step then restores the input, even if it was not priced yet. */
    keepInAddress: () => {
      // A pending price request must not replace the submission that opens the order.
      clearTimeout(pause.current);
      window.history.replaceState(window.history.state, "", `?${query}`);
    },
  };
}

/** Whether a navigation came from typing: then the field has newer text than the result. */
export function isLive(state: unknown): boolean {
  return typeof state === "object" && state !== null && "live" in state;
}
