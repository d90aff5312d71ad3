/** The sum of decimal strings of the contract, exact: `["0.10", "0.2"]` -> `0.30`. An empty list gives `0`. */
export function sumOf(amounts: readonly string[]): string {
  return format(
    amounts.reduce((sum, amount) => sum + minor(amount, scaleOf(amounts)), 0n),
    scaleOf(amounts),
  );
}

/** `a - b`, never below zero. */
export function lessBy(a: string, b: string): string {
  const scale = scaleOf([a, b]);
  const rest = minor(a, scale) - minor(b, scale);
  return format(rest > 0n ? rest : 0n, scale);
}

export function isZero(amount: string): boolean {
  return /^0(\.0*)?$/.test(amount);
}

export function isMore(a: string, b: string): boolean {
  const scale = scaleOf([a, b]);
  return minor(a, scale) > minor(b, scale);
}

function scaleOf(amounts: readonly string[]): number {
  return Math.max(0, ...amounts.map((amount) => amount.split(".")[1]?.length ?? 0));
}

function minor(amount: string, scale: number): bigint {
  const [whole = "0", fraction = ""] = amount.split(".");
  return BigInt(whole + fraction.padEnd(scale, "0"));
}

function format(value: bigint, scale: number): string {
  if (scale === 0) return value.toString();
  const digits = value.toString().padStart(scale + 1, "0");
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}
