import { z } from "zod/v4";
import { RailUnavailable } from "../../ports/rail.ts";
import { boundedText } from "../../shared/bounded-text.ts";

/** The node has answered, with an error. `code`: of JSON-RPC; null where the answer itself was no error. */
export class RefusedByNode extends RailUnavailable {
  readonly code: number | null;
  constructor(message: string, code: number | null = null) {
    super(message);
    this.code = code;
  }
}

export type RpcCall = { method: string; params: readonly unknown[] };

/** A node's JSON-RPC interface. */
export type Rpc = {
  /**
   * Sends the calls in one request and returns their results in the same order, unparsed. Throws `RailUnavailable` where the
   * node does not answer in time, limits us, answers anything else than JSON-RPC, or refuses one of the calls.
   */
  ask(calls: readonly RpcCall[], withinMs?: number): Promise<unknown[]>;
};

const usualTimeoutMs = 10_000;
/** A hundred full blocks of the main network are below half of it. */
const maxAnswerBytes = 128 * 1024 * 1024;

const answers = z.array(
  z.object({
    id: z.number().int(),
    // Missing in an answer with an error.
    result: z.unknown().optional(),
    error: z.object({ code: z.number().catch(0) }).nullish(),
  }),
);

/**
 * JSON-RPC over HTTP. The URL holds the provider's key, and so may any text of the provider: no error and no log names more
 * than the method and the number of an error.
 */
export function httpRpc(url: string): Rpc {
  const { address, headers } = target(url);
  return {
    async ask(calls, withinMs = usualTimeoutMs) {
      const body = calls.map(({ method, params }, id) => ({ jsonrpc: "2.0", id, method, params }));
      const text = await post(address, headers, JSON.stringify(body), withinMs);
      const read = answers.safeParse(json(text));
      if (!read.success) throw new RailUnavailable("The Ethereum node answered what is no JSON-RPC");
      const byId = new Map(read.data.map((response) => [response.id, response]));
      return calls.map(({ method }, id) => {
        const response = byId.get(id);
        if (!response) throw new RailUnavailable(`The Ethereum node left out its answer to ${method}`);
        if (response.error)
          throw new RefusedByNode(
            `The Ethereum node refused ${method} (error ${response.error.code})`,
            response.error.code,
          );
        return response.result;
      });
    },
  };
}

async function post(url: string, headers: HeadersInit, body: string, withinMs: number): Promise<string> {
  try {
    const signal = AbortSignal.timeout(withinMs);
    const response = await fetch(url, { method: "POST", redirect: "error", signal, headers, body });
    if (!response.ok) {
      await response.body?.cancel();
      throw new RailUnavailable(`The Ethereum node answered ${response.status}`);
    }
    return await textOf(response);
  } catch (error) {
    if (error instanceof RailUnavailable) throw error;
    throw new RailUnavailable(`The Ethereum node did not answer: ${error instanceof Error ? error.name : "unknown"}`);
  }
}

async function textOf(response: Response): Promise<string> {
  const text = await boundedText(response, maxAnswerBytes);
  if (text === null) throw new RailUnavailable("The Ethereum node answered without an end");
  return text;
}

/** `fetch` refuses a URL with a name and a password: they become a header. */
function target(url: string): { address: string; headers: HeadersInit } {
  const parsed = new URL(url);
  const { username, password } = parsed;
  parsed.username = "";
  parsed.password = "";
  const name = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const authorization = username === "" ? {} : { Authorization: `Basic ${Buffer.from(name).toString("base64")}` };
  return { address: parsed.href, headers: { "Content-Type": "application/json", ...authorization } };
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
