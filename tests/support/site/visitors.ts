import { once } from "node:events";
import { Agent, type AgentOptions, request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest, Agent as TlsAgent } from "node:https";
import { form } from "../service/ask.ts";

export type Figures = { answered: number; failed: string[] };
type Visitors = {
  answered(): number;
  /** The visitors stop after their pending requests; returns the results. */
  leave(): Promise<Figures>;
};

/** The address for requests, and the site's own name. */
type Target = { url: string; publicOrigin: string; ca?: string };

type Visit = { path: string; method?: string; type?: Record<string, string>; body?: string; status: number };

const json = { "Content-Type": "application/json" };
const draft = JSON.stringify({ from: "usdt-trc20", to: "paypal-usd", amount: "100", side: "from" });
const visits: readonly Visit[] = [
  { path: "/En/legal/terms", status: 200 },
  { path: "/Ru", status: 200 },
  { path: "/preferences", method: "POST", body: "theme=dark&returnTo=/En", status: 303 },
  { path: "/api/v1/exchange/step-one", method: "POST", type: json, body: draft, status: 201 },
  { path: "/api/v1/exchange/pairs", status: 200 },
];

/**
 * Each sends one request after the other over a keep-alive connection, opening orders among them. A refused connection
 * ends a visitor: a stopped server owes no response. Any other unanswered request is a failure.
 */
export function visitors(target: Target, count: number): Visitors {
  const figures: Figures = { answered: 0, failed: [] };
  let here = true;
  const visitor = async (from: number) => {
    const agent = agentFor(target, { keepAlive: true, maxSockets: 1 });
    for (let at = from; here; at += 1) {
      const visit = visits[at % visits.length];
      if (!visit) return;
      const outcome = await ask(target, agent, visit);
      if (outcome === "not let in") break;
      if (outcome === "answered") figures.answered += 1;
      else figures.failed.push(`${visit.method ?? "GET"} ${visit.path}: ${outcome}`);
    }
    agent.destroy();
  };
  const all = Array.from({ length: count }, (_, at) => visitor(at));
  return {
    answered: () => figures.answered,
    leave: async () => {
      here = false;
      await Promise.all(all);
      return figures;
    },
  };
}

function agentFor({ ca }: Target, options: AgentOptions): Agent {
  return ca ? new TlsAgent({ ...options, ca }) : new Agent(options);
}

async function ask(
  { url, publicOrigin, ca }: Target,
  agent: Agent,
  { path, method = "GET", type = form, body, status }: Visit,
) {
  const { hostname, port } = new URL(url);
  const { host, hostname: servername } = new URL(publicOrigin);
  const headers = {
    Host: host,
    "client-id": "test",
    ...(body ? { ...type, Origin: publicOrigin, "Content-Length": String(body.length) } : {}),
  };
  const send = ca ? httpsRequest : httpRequest;
  const request = send({ hostname, port, path, method, headers, agent, ...(ca ? { servername } : {}) });
  try {
    request.end(body);
    const [response] = (await once(request, "response")) as [IncomingMessage];
    for await (const _ of response);
    return response.statusCode === status ? "answered" : `status ${response.statusCode}`;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    // Closing a listening socket resets connections that were not accepted yet. A proxy must not pass that on.
    const isUnaccepted = !ca && !request.reusedSocket && code === "ECONNRESET";
    return code === "ECONNREFUSED" || isUnaccepted ? "not let in" : code;
  }
}
