import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { getRequestListener, RequestError } from "@hono/node-server";
import { bodyLimitAt } from "../../../contract/calls/body-limits.ts";
import { earnedCredentials } from "../../../contract/networks/earned-credentials.ts";
import { type BodyShares, bodyShares } from "../../../contract/server/body-shares.ts";
import { connectionShares, peerOf } from "../../../contract/server/connection-shares.ts";
import { requestTimes } from "../../../contract/server/request-times.ts";
import { isRefusal, type Refusal, refuse } from "../../shared/rules/refusal.ts";
import { busyRefusal } from "../busy-refusal.ts";
import { callerAddress, isOurSite, type Peer } from "../request/caller.ts";
import type { RequestHeaders, ServiceRequest } from "../request/service-request.ts";
import { answerUnreadableCalls, unreadableResponse } from "./unreadable-calls.ts";

type Service = { fetch(request: ServiceRequest, peer: Peer): Promise<Response> };
type Settings = { clientSecret: string | undefined; elapsedMs: () => number };

/**
 * The server of a stand-alone service, bounded as the site's is: connections and bodies in memory are shared by network, a request
 * has so long to arrive, and a body is read whole before its call gets a place. Our site bounds its visitors itself, so its
 * connections, known by the client secret, are not counted.
 */
export function serviceServer(service: Service, { clientSecret, elapsedMs }: Settings): Server {
  const bodies = bodyShares();
  const sites = earnedCredentials(elapsedMs);
  const connections = connectionShares<Socket>({ isExempt: sites.has });
  const refusals = new WeakMap<IncomingMessage, Refusal>();
  const answer = getRequestListener(
    async (request, { incoming }) => {
      const unread = refusals.get(incoming as IncomingMessage);
      const peer = { address: peerOf(incoming.socket), isTrusted: false, ...(unread && { unread }) };
      // Its address is made of the Host header, which may be none.
      return URL.canParse(request.url) ? service.fetch(request, peer) : unreadableResponse("bad_request");
    },
    // The service answers its own errors, so this is an address that is none.
    { errorHandler: (error) => unreadableResponse(error instanceof RequestError ? "bad_request" : "internal_error") },
  );
  const server = createServer(requestTimes, (incoming, outgoing) => {
    const headers = headersOf(incoming);
    const peer = { address: peerOf(incoming.socket), isTrusted: false };
    const isSite = isOurSite(headers, peer, clientSecret);
    if (isSite && peer.address !== null) sites.learn(peer.address, true);
    if (isSite) connections.exempt(incoming.socket);
    if (!hasBody(incoming)) return void answer(incoming, outgoing);
    void readBody(bodies, incoming, outgoing, callerAddress(headers, peer, isSite)).then((body) => {
      if (body === "gone") return;
      if (isRefusal(body)) refusals.set(incoming, body);
      // Where the adapter looks for a body that has been read.
      else Object.assign(incoming, { rawBody: body });
      void answer(incoming, outgoing);
    });
  });
  server.on("connection", connections.opened);
  answerUnreadableCalls(server);
  return server;
}

/** The whole body, or why the call is refused. */
async function readBody(
  bodies: BodyShares,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  address: string | null,
): Promise<Buffer | Refusal | "gone"> {
  const longest = bodyLimitAt((incoming.url ?? "").split("?")[0] ?? "");
  const body = await bodies.read({ incoming, outgoing, address }, longest);
  if (body === "gone") return body;
  if (body === "busy") return busyRefusal();
  if (body === "pieces") return refuse("bad_request");
  return body.byteLength > longest ? refuse("too_large") : Buffer.from(body.buffer);
}

function hasBody({ method, headers }: IncomingMessage): boolean {
  if (method === "GET" || method === "HEAD") return false;
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

function headersOf({ headers }: IncomingMessage): RequestHeaders {
  const get = (name: string) => headers[name.toLowerCase()]?.toString() ?? null;
  return { get, has: (name) => get(name) !== null };
}
