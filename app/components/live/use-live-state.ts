import { useEffect, useRef } from "react";
import { useRevalidation } from "./use-revalidation.ts";
import { whileVisible } from "./while-visible.ts";

const underWayMs = 4000;
const quietMs = 15_000;

/**
 * Reads the page again when what it shows has changed: `address` is asked for it every few seconds while the page is
 * visible, more often while something is under way. Null: nothing to ask. A question without an answer changes nothing.
 */
export function useLiveState(address: string | null, state: string, isUnderWay: boolean): void {
  const requestRevalidation = useRevalidation();
  const currentState = useRef(state);
  currentState.current = state;

  useEffect(() => {
    if (address === null) return;
    async function ask(): Promise<void> {
      const response = await fetch(address ?? "").catch(() => null);
      const now: unknown = response?.ok ? await response.json().catch(() => null) : null;
      if (typeof now === "string" && now !== currentState.current) requestRevalidation();
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
