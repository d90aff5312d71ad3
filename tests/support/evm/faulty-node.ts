import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";

export type RpcRequest = { id: number; method: string; params: unknown[] };
type NodeResponse = { result?: unknown; error?: { code: number; message: string } };

/** A node behind a proxy that a test can make fail or lie. */
export type FaultyNode = {
  url: string;
  /** Requests since the last `count`, and the calls in them. */
  count(): { requests: number; calls: number };
  /** Instead of asking the node: a status with a body, or the end of the connection. Null: as it should be. */
  fault: { status: number; body: string } | "hang_up" | null;
  /** What the node answers to a call becomes something else. */
  lie:
    | ((
        call: RpcRequest,
        answer: NodeResponse,
        ask: (method: string, params: unknown[]) => Promise<NodeResponse>,
      ) => unknown)
    | null;
  stop(): Promise<void>;
};

export async function faultyNode(nodeUrl: string): Promise<FaultyNode> {
  let counted = { requests: 0, calls: 0 };
  const ask = async (method: string, params: unknown[]): Promise<NodeResponse> => {
    const [answer = {}] = await post<NodeResponse>(nodeUrl, [{ jsonrpc: "2.0", id: 1, method, params }]);
    return answer;
  };
  const server = createServer(async (request, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const calls = JSON.parse(Buffer.concat(chunks).toString()) as RpcRequest[];
    counted = { requests: counted.requests + 1, calls: counted.calls + calls.length };
    const { fault, lie } = node;
    if (fault === "hang_up") return void response.destroy();
    if (fault !== null) return reply(response, fault.status, fault.body);
    const answers = await post<NodeResponse & { id: number }>(nodeUrl, calls);
    for (const answer of answers) {
      const call = calls.find(({ id }) => id === answer.id);
      if (lie && call) Object.assign(answer, await lie(call, answer, ask));
    }
    reply(response, 200, JSON.stringify(answers));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The proxy has no port");
  const node: FaultyNode = {
    url: `http://127.0.0.1:${address.port}/v3/the-secret-key`,
    fault: null,
    lie: null,
    count() {
      const before = counted;
      counted = { requests: 0, calls: 0 };
      return before;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return node;
}

async function post<Item>(url: string, calls: readonly object[]): Promise<Item[]> {
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(calls) });
  return (await response.json()) as Item[];
}

function reply(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { "Content-Type": "application/json" });
  response.end(body);
}
