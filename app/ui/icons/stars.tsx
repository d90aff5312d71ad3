import sprite from "./icons.svg?url";

/** Five stars, `rating` of them filled. Decorative: `label` says it to screen readers. */
export function Stars({ rating, label, size = 18 }: { rating: number; label: string; size?: number }) {
  return (
    <>
      <span className="sr-only">{label}</span>
      <svg width={size * 5.4} height={size} aria-hidden="true" className="text-secondary-600">
        <use href={`${sprite}#stars-${rating}`} />
      </svg>
    </>
  );
}
