/** The field of secp256k1, whose size is three modulo four. */
const field = 2n ** 256n - 2n ** 32n - 977n;
/** BIP 341's point without a known key: what only a script can spend, never an output key by itself. */
const withoutKey = 0x50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0n;

/** Whether a taproot output, 64 hexadecimal digits, can be spent at all: BIP 340's `lift_x`. Half of all numbers cannot. */
export function isTaprootKey(digits: string): boolean {
  const x = BigInt(`0x${digits}`);
  if (x >= field || x === withoutKey) return false;
  const square = (x ** 3n + 7n) % field;
  return power(square, (field - 1n) / 2n) === 1n;
}

/** Euler's criterion: 1 where `base` is a square of the field. */
function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (let factor = base, rest = exponent; rest > 0n; rest >>= 1n, factor = (factor * factor) % field)
    if (rest & 1n) result = (result * factor) % field;
  return result;
}
