import { useEffect } from "react";

/** Dispatches `kursa:hydrated` once the page is hydrated, for scripts that have to wait for it. */
export function useHydrationEvent(): void {
  useEffect(() => {
    dispatchEvent(new Event("kursa:hydrated"));
  }, []);
}
