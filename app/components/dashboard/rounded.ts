/** A decimal cut to at most `decimals` places; one that would vanish is kept as it is. */
export function rounded(amount: string, decimals: number): string {
  const [whole = "0", fraction = ""] = amount.split(".");
  const decimalsText = fraction.slice(0, decimals);
  const cut = decimalsText ? `${whole}.${decimalsText}` : whole;
  return /[1-9]/.test(cut) ? cut : amount;
}
