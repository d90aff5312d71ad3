import { useNavigate, useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { readAmount } from "../../../forms/amount-input.ts";
import { useLang } from "../../../i18n/use-lang.ts";
import { type CalculatorData, type Given, givenAsset, type Trouble } from "../calculation.ts";
import { calculationQuery } from "./address.ts";

/** Long enough for the next key, short enough not to be waited for. */
const pauseMilliseconds = 350;
const liveState = { live: true };

/**
 * Prices what is given after a short pause, by going to the address that says it in place of the present one, so that
 * Back, a reload and the language switch keep it. What cannot be read is not asked for: `unread` says why.
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
    /** What is given came from the service: there is nothing to ask. */
    settle: (from: Given) => {
      setPriced(from);
      setUnread(null);
    },
    /** Before leaving: Back from the next step comes to what was typed, even if it was not priced yet. */
    keepInAddress: () => {
      // A price that is still to be asked for must not take the place of the order that is being opened.
      clearTimeout(pause.current);
      window.history.replaceState(window.history.state, "", `?${query}`);
    },
  };
}

/** Whether an address was gone to by typing, so that the field has newer text than its answer. */
export function isLive(state: unknown): boolean {
  return typeof state === "object" && state !== null && "live" in state;
}
