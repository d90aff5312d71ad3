import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

export type Asked = { id: string; kind: string; value: string };

/** What a provider does instead of answering by the protocol. All of them say that nobody is listed, in one way or another. */
export const providerFaults = [
  ...["slow", "drip", "hang_up", "html", "status", "redirect", "huge", "truncated", "text"],
  ...["other_question", "other_shape", "more_fields", "no_reference", "null_byte", "array"],
] as const;
export type ProviderFault = (typeof providerFaults)[number];

export type ProviderServer = {
  url: string;
  /** Values that it says are listed, with the name of their entry. */
  listed: Map<string, string>;
  misbehaves: ProviderFault | null;
  asked: Asked[];
  authorizations: (string | undefined)[];
  /** Awaited before each answer. */
  beforeAnswer(): Promise<unknown>;
  stop(): Promise<void>;
};

/** A local server that answers as docs/screening.md says. */
export async function providerServer(): Promise<ProviderServer> {
  const server = createServer(async (request, response) => {
    const asked = JSON.parse((await textOf(request)) || "{}") as Asked;
    provider.asked.push(asked);
    provider.authorizations.push(request.headers.authorization);
    await provider.beforeAnswer();
    // Who follows the redirect gets the right answer, so that it is refused for being one.
    const isFollowed = request.url?.includes("followed") === true;
    answer(isFollowed ? { ...provider, misbehaves: null } : provider, asked, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The provider has no port");
  const provider: ProviderServer = {
    ...{ url: `http://127.0.0.1:${address.port}/check`, listed: new Map(), misbehaves: null },
    ...{ asked: [], authorizations: [], beforeAnswer: async () => {} },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return provider;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

const json = "application/json; charset=utf-8";

function answer(provider: ProviderServer, { id, value }: Asked, response: ServerResponse): void {
  const clear = { id, result: "clear", reference: `ref-${provider.asked.length}` };
  const end = (body: string, type = json, status = 200) =>
    response.writeHead(status, { "Content-Type": type }).end(body);
  const right = JSON.stringify(clear);
  const faults: Record<ProviderFault, () => unknown> = {
    slow: () => {},
    drip: () => drip(response),
    hang_up: () => response.destroy(),
    html: () => end("<html><body>Checking your browser</body></html>", "text/html"),
    status: () => end(right, json, 503),
    redirect: () => response.writeHead(307, { Location: `${provider.url}?followed` }).end(),
    huge: () => end(right + " ".repeat(100_000)),
    truncated: () => end(right.slice(0, -3)),
    text: () => end(right, "text/plain"),
    other_question: () => end(JSON.stringify({ ...clear, id: `${id}0` })),
    other_shape: () => end(JSON.stringify({ status: "ok", hits: [] })),
    more_fields: () => end(JSON.stringify({ ...clear, risk: "high" })),
    no_reference: () => end(JSON.stringify({ id, result: "clear" })),
    null_byte: () => end(JSON.stringify({ ...clear, reference: "ref\u0000" })),
    array: () => end(JSON.stringify([clear])),
  };
  if (provider.misbehaves !== null) return void faults[provider.misbehaves]();
  const entry = provider.listed.get(value);
  end(JSON.stringify(entry === undefined ? clear : { ...clear, result: "listed", entry }));
}

function drip(response: ServerResponse): void {
  response.writeHead(200, { "Content-Type": json });
  const timer = setInterval(() => response.write(" "), 20);
  response.on("close", () => clearInterval(timer));
}
