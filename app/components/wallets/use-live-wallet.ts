import { useEffect, useRef } from "react";
import { useHref } from "../../i18n/use-lang.ts";
import { useRevalidation } from "../live/use-revalidation.ts";
import { whileVisible } from "../live/while-visible.ts";

const underWayMs = 4000;
const quietMs = 15_000;

/**
 * Reads the page again when the wallet has changed: asked for every few seconds while the page is visible, more often
 * while a deposit is under way. A question without an answer changes nothing.
 */
export function useLiveWallet(asset: string | null, state: string, isUnderWay: boolean): void {
  const href = useHref();
  const requestRevalidation = useRevalidation();
  const shown = useRef(state);
  shown.current = state;
  const address = asset === null ? null : href(`/dashboard/wallets/${asset}/state.json`);

  useEffect(() => {
    if (address === null) return;
    async function ask(): Promise<void> {
      const answer = await fetch(address ?? "").catch(() => null);
      const now: unknown = answer?.ok ? await answer.json().catch(() => null) : null;
      if (typeof now === "string" && now !== shown.current) requestRevalidation();
    }
    return whileVisible(
      () => {
        const timer = setInterval(() => void ask(), isUnderWay ? underWayMs : quietMs);
        return () => clearInterval(timer);
      },
      () => void ask(),
    );
  }, [address, isUnderWay, requestRevalidation]);
}
