import { once } from "node:events";
import { createServer } from "node:http";
import { pino } from "pino";
import { type Behind, type Front, type FrontSettings, newFront } from "../../../app/server/front.ts";
import { ask, type HttpResponse } from "../service/ask.ts";

export type RunningFront = Front & {
  origin: string;
  /** Its log lines so far. */
  lines: Record<string, unknown>[];
  ask(path: string, headers?: Record<string, string>, method?: string, body?: string): Promise<HttpResponse>;
  stop(): void;
};

/** The front on a port of its own, with the given handlers behind it; nothing else of the site runs. */
export async function startFront(
  behind: Partial<Behind> = {},
  settings: Partial<FrontSettings> = {},
): Promise<RunningFront> {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ base: null, timestamp: false }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const front = newFront(
    {
      https: false,
      development: false,
      googleScript: undefined,
      publicOrigin: undefined,
      trustedProxies: [],
      ...settings,
    },
    {
      log,
      requestLines: {
        write: (text) =>
          lines.push(
            ...text
              .trimEnd()
              .split("\n")
              .map((line) => JSON.parse(line)),
          ),
      },
      serviceReady: async () => true,
      api: () => undefined,
      remix: async (request) => new Response(`remix ${new URL(request.url).pathname}`),
      ...behind,
    },
  );
  const server = createServer(front.listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port");
  const origin = `http://127.0.0.1:${address.port}`;
  return {
    ...front,
    origin,
    lines,
    ask: (path, headers, method, body) => ask({ origin }, path, headers, method, body),
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
