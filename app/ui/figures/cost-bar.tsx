type CostBarProps = {
  /** The cost in percent of the amount sent; negative counts as zero. Null without a price. */
  costPercent: number | null;
  /** The bar's text alternative. */
  label: string;
};

/** Minimum width: the second part would be too thin to see (6 px on the narrowest bar). */
const leastPercent = 2;

/** The share of the sent amount that arrives. Widths are SVG attributes because the CSP allows no inline styles. */
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
