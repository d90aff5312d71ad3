type CostBarProps = {
  /** What the exchange costs, in percent of what is sent; negative counts as nothing. Null while there is no price. */
  costPercent: number | null;
  /** The whole sentence that the picture says: it is the picture's name. */
  label: string;
};

/** Below this the second part would be too thin to be seen as a part (6 px on the narrowest bar). */
const leastPercent = 2;

/** How much of what is sent arrives. Widths are SVG attributes because the page allows no inline styles. */
export function CostBar({ costPercent, label }: CostBarProps) {
  const cost = costPercent === null || costPercent <= 0 ? 0 : Math.min(Math.max(costPercent, leastPercent), 100);
  return (
    <svg width="100%" height="8" role="img" aria-label={label} className="block overflow-hidden rounded-full">
      <rect
        x={cost > 0 ? -3 : 0}
        width={`${100 - cost}%`}
        height="8"
        rx="4"
        className={costPercent === null ? "fill-line-strong" : "fill-primary-600"}
      />
      {cost > 0 && <rect x={`${100 - cost}%`} width={`${cost}%`} height="8" rx="4" className="fill-secondary-500" />}
    </svg>
  );
}
