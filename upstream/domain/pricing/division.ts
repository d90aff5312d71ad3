/** Whole-number division with the rounding said aloud. All figures are zero or more, divisors above zero. */
export function floorDiv(dividend: bigint, divisor: bigint): bigint {
  return dividend / divisor;
}

export function ceilDiv(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}

/** To the nearest whole, half upwards: only for figures that inform, never for money that moves. */
export function nearestDiv(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}

/** 10^exponent; the small ones are kept, because every price needs two of them. */
export function powerOfTen(exponent: number): bigint {
  return powers[exponent] ?? 10n ** BigInt(exponent);
}

const powers = Array.from({ length: 40 }, (_, exponent) => 10n ** BigInt(exponent));
