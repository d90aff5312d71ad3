/** Integer division with explicit rounding. Operands are not negative, divisors are positive. */
export function floorDiv(dividend: bigint, divisor: bigint): bigint {
  return dividend / divisor;
}

export function ceilDiv(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}

/** Rounds half up; only for figures that inform, never for money that moves. */
export function nearestDiv(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}

/** 10^exponent; small powers are cached because every price needs two. */
export function powerOfTen(exponent: number): bigint {
  return powers[exponent] ?? 10n ** BigInt(exponent);
}

const powers = Array.from({ length: 40 }, (_, exponent) => 10n ** BigInt(exponent));
