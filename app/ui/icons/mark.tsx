type MarkProps = { /** Width and height in px, at least 16. */ size?: number };

/** A stem and two diverging strokes: money out, money in. The tile follows the theme, the strokes do not. */
export function Mark({ size = 32 }: MarkProps) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" className="shrink-0">
      <rect width="32" height="32" rx="9" className="mark-tile" />
      <path d="M8 7h4v18H8z" fill="#fff" />
      <path d="M24.5 7A10.5 7 0 0 1 14 14v-4A6.4 3 0 0 0 20.4 7z" fill="#fff" />
      <path d="M24.5 25A10.5 7 0 0 0 14 18v4a6.4 3 0 0 1 6.4 3z" fill="#f0a96e" />
    </svg>
  );
}

/** The mark on a dark band: a white tile, the stem in the band's colour. */
export function MarkOnDark({ size = 32 }: MarkProps) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" className="shrink-0">
      <rect width="32" height="32" rx="9" fill="#fff" />
      <path d="M8 7h4v18H8z" fill="#0e3225" />
      <path d="M24.5 7A10.5 7 0 0 1 14 14v-4A6.4 3 0 0 0 20.4 7z" fill="#0e3225" />
      <path d="M24.5 25A10.5 7 0 0 0 14 18v4a6.4 3 0 0 1 6.4 3z" fill="#b06821" />
    </svg>
  );
}
