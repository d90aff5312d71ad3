/** Where a call comes from, as far as the service believes it; for limits, the login history and letters. */
export type ClientOrigin = {
  address: string | null;
  /** What limits count: one IPv4 address, or an IPv6 /64. */
  network: string;
  /** How the visitor's program names itself. */
  client: string | null;
};
