import { useHydrated } from "remix-utils/use-hydrated";
import { classNames } from "../../ui/class-names.ts";
import { countdown } from "./use-seconds-left.ts";

type TimeLeftProps = {
  /** Seconds by the server's clock. */
  left: number;
  /** The same as a time: `by 09:33`. */
  until: string;
};

/**
 * The time left: a countdown, and without scripts the time itself. The time keeps its place below the countdown, so
 * that hydration does not shift the layout.
 */
export function TimeLeft({ left, until }: TimeLeftProps) {
  const hydrated = useHydrated();
  return (
    <span className="figures relative min-w-[5ch] text-right">
      {/* With a date, on a narrow phone, it needs two lines. */}
      <span className={classNames("whitespace-normal", hydrated && "invisible")}>{until}</span>
      {hydrated && (
        <span role="timer" className="absolute inset-y-0 right-0 flex items-center">
          {countdown(left)}
        </span>
      )}
    </span>
  );
}
