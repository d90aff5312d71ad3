import sprite from "./icons.svg?url";

/** "Kursa" as a drawing of the sprite; other brands are set in type (see the header). */
export function Wordmark() {
  return (
    <svg width="88" height="32" fill="currentColor" aria-hidden="true" className="shrink-0">
      <use href={`${sprite}#wordmark`} />
    </svg>
  );
}
