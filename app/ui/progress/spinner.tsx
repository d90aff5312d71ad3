/** The only spinner of the site; inside a pressed button, hidden from screen readers. */
export function Spinner() {
  return (
    <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true" className="animate-spin">
      <circle cx="9" cy="9" r="7" fill="none" stroke="currentColor" strokeWidth="2" strokeDasharray="30 14" />
    </svg>
  );
}
