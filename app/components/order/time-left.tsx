import { useHydrated } from "remix-utils/use-hydrated";
import { countdown } from "./use-seconds-left.ts";

type TimeLeftProps = {
  /** Seconds by the server's clock. */
  left: number;
  /** The same as an hour: `by 09:33`. */
  until: string;
};

/**
 * How long something still holds: counting down, and without scripts the hour, since nothing could count. The hour
 * keeps its place below the count, so that the page does not move when the scripts come.
 */
export function TimeLeft({ left, until }: TimeLeftProps) {
  const hydrated = useHydrated();
  return (
    <span className="figures relative min-w-[5ch] text-right">
      <span className={hydrated ? "invisible" : undefined}>{until}</span>
      {hydrated && (
        <span role="timer" className="absolute inset-y-0 right-0 flex items-center">
          {countdown(left)}
        </span>
      )}
    </span>
  );
}
