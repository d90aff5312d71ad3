/** 64 kB unless a call needs more. */
const bodyLimitBytes = 64 * 1024;

/** Defaults of most calls; a table row states the differences. */
export const read = { method: "GET", replyStatus: 200, idempotency: "none", bodyLimitBytes } as const;
export const write = { ...read, method: "POST" } as const;
export const remove = { ...read, method: "DELETE", replyStatus: 204 } as const;
