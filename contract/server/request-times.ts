/**
 * Milliseconds that a server of ours waits for a request, as options of Node's HTTP server: ten seconds for its headers, also
 * on a connection that sends nothing, and thirteen for all of it. Slower connections are closed; checked every second.
 */
export const requestTimes = {
  headersTimeout: 10_000,
  requestTimeout: 13_000,
  connectionsCheckingInterval: 1_000,
} as const;
