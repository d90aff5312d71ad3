import { useEffect } from "react";

/** Tells scripts of the page that are not React's when it has taken the page over: `kursa:hydrated`. */
export function useHydrationEvent(): void {
  useEffect(() => {
    dispatchEvent(new Event("kursa:hydrated"));
  }, []);
}
