import { useEffect, useRef, useState } from "react";
import { countDown } from "./count-down.ts";

/**
 * Seconds to a deadline by the server's clock: `now` is its time when the page was rendered, and the browser counts
 * from there. Calls `onEnd` once at zero; the server then decides what happens.
 */
export function useSecondsLeft(deadline: string, now: string, onEnd?: () => void): number {
  const atFirst = Math.max(0, Math.floor((Date.parse(deadline) - Date.parse(now)) / 1000));
  const [left, setLeft] = useState(atFirst);
  const end = useRef(onEnd);
  end.current = onEnd;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a re-rendered page restarts from its own time, even with the same number of seconds left.
  useEffect(() => {
    setLeft(atFirst);
    if (atFirst === 0) return;
    return countDown(atFirst, (rest) => {
      setLeft(rest);
      if (rest === 0) end.current?.();
    });
  }, [atFirst, now]);

  return left;
}

/** `27:27`, `1:05:00`. */
export function countdown(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const visibleParts = parts[0] === 0 ? parts.slice(1) : parts;
  return visibleParts.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, "0"))).join(":");
}
