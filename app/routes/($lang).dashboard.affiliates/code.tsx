/** A code stays on one line, so that it can be read out and selected. */
export function PartnerCode({ code }: { code: string }) {
  return <span className="select-all whitespace-nowrap font-semibold text-ink">{code}</span>;
}
