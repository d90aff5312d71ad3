/** The smaller of two amounts; `Math.min` takes no `bigint`. */
export const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);
