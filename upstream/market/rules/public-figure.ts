/**
 * A figure of our own money as strangers may read it: its first two digits, rounded down. From exact ones anyone could read
 * each order of others off the difference. Minor units; nothing below zero.
 */
export function publicFigure(minor: bigint): bigint {
  if (minor <= 0n) return 0n;
  const unit = 10n ** BigInt(Math.max(0, minor.toString().length - 2));
  return (minor / unit) * unit;
}
