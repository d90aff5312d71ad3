/** The smaller of two amounts; `Math.min` takes no `bigint`. */
export const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other);
