/** How much is done, 0 to 100, beside the count in figures, which carries the meaning. */
export function ProgressBar({ percent }: { percent: number }) {
  return (
    <svg width="100%" height="8" aria-hidden="true" className="block overflow-hidden rounded-full">
      <rect width="100%" height="8" className="fill-inset" />
      <rect width={`${percent}%`} height="8" rx="4" className="fill-primary-600" />
    </svg>
  );
}
