/** Where a call comes from, as far as it is trusted; for limits, the sign-in history and emails. */
export type ClientOrigin = {
  address: string | null;
  /** The unit limits count: one IPv4 address, or an IPv6 /64. */
  network: string;
  /** The visitor's user agent. */
  client: string | null;
};
