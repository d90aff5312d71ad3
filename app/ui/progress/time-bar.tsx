type TimeBarProps = { /** How much of the time is left, 0 to 100. */ percentLeft: number };

/** The remaining time as a bar, beside the time in figures, which carries the meaning. */
export function TimeBar({ percentLeft }: TimeBarProps) {
  return (
    <svg width="100%" height="6" aria-hidden="true" className="block overflow-hidden rounded-full">
      <rect width="100%" height="6" className="fill-inset" />
      <rect width={`${Math.min(Math.max(percentLeft, 0), 100)}%`} height="6" rx="3" className="fill-secondary-500" />
    </svg>
  );
}
