import { Connection, type Reply } from "./connection.ts";

export type Kind = "page" | "home" | "quote" | "order";
export type Wanted = {
  kind: Kind;
  method?: "GET" | "POST";
  target: string;
  headers?: Record<string, string>;
  body?: string;
  keepsBody?: boolean;
};
/** One request that was sent; status "failed" when the connection ended without an answer or the time was over. */
export type Sent = { kind: Kind; status: string; ms: number; hasRetryAfter: boolean };
export type LoadClient = ReturnType<typeof loadClient>;

/** Sends requests over idle connections, or new ones: like visitors, and unlike a pool, none waits for another. */
export function loadClient(origin: string, patienceMs: number) {
  const idle: Connection[] = [];
  const sent: Sent[] = [];
  let unanswered = 0;

  async function reply(wanted: Wanted): Promise<Reply> {
    let connection = idle.pop();
    while (connection && !connection.isOpen) connection = idle.pop();
    connection ??= await Connection.to(origin);
    const used = connection;
    const { method = "GET", target, headers = {}, body, keepsBody } = wanted;
    const response = await used.send(method, target, headers, body, keepsBody).catch((error: unknown) => {
      used.close();
      throw error;
    });
    if (/\r\nconnection: close/i.test(response.head)) used.close();
    else idle.push(used);
    return response;
  }

  /** Resolves to the answer, or undefined without one. */
  async function ask(wanted: Wanted): Promise<Reply | undefined> {
    const startedMs = performance.now();
    unanswered += 1;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), patienceMs);
    });
    const response = await Promise.race([reply(wanted).catch(() => undefined), late]);
    clearTimeout(timer);
    unanswered -= 1;
    sent.push({
      kind: wanted.kind,
      status: response?.status ?? "failed",
      ms: performance.now() - startedMs,
      hasRetryAfter: /\r\nretry-after: \d/i.test(response?.head ?? ""),
    });
    return response;
  }

  return {
    ask,
    unanswered: () => unanswered,
    /** What was sent since the last call. */
    take: () => sent.splice(0),
  };
}
