import type { IncomingMessage, ServerResponse } from "node:http";
import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/node";
import { env } from "../env.server.ts";
import { type PageRoute, pageRoutes } from "./page-routes.server.ts";
import { pageOf } from "./whole-page.server.ts";

/** Answers a request, or says that it is not for it. */
type Way = (request: IncomingMessage, response: ServerResponse) => boolean;

let way: Way = () => false;

/** The short way of a page, where it has one. See docs/decisions/123. */
export const goShortWay: Way = (request, response) => way(request, response);

/**
 * Opens a way to pages past what Express does for files and browsers without a proxy: looking for a file of that name,
 * compressing, and walking through all routes of the site. Behind a proxy, which compresses, every page takes it.
 */
export function openShortWay(load: () => Promise<ServerBuild>): void {
  if (env.NODE_ENV !== "production") return;
  let find: ((path: string) => PageRoute | undefined) | undefined;
  load().then(
    (build) => {
      find = pageRoutes(build);
    },
    () => {},
  );
  const handlers = new Map<string, RequestHandler>();
  const handlerOf = ({ id, build }: PageRoute) => {
    const handler = handlers.get(id) ?? createRequestHandler(build, env.NODE_ENV);
    handlers.set(id, handler);
    return handler;
  };
  way = (request, response) => {
    const { url = "/" } = request;
    if (request.method !== "GET" || request.headers["accept-encoding"] || hasBody(request)) return false;
    const path = url.split("?", 1)[0] ?? url;
    // What the browser's part of Remix asks for is no page.
    const page = path.endsWith(".data") ? undefined : find?.(path);
    if (!page) return false;
    const startedMs = performance.now();
    response.on("finish", () => logAnswer(request, response, url, performance.now() - startedMs));
    answer(handlerOf(page), request, response, url).catch(() => response.destroy());
    return true;
  };
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
}

async function answer(
  handle: RequestHandler,
  request: IncomingMessage,
  response: ServerResponse,
  url: string,
): Promise<void> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    for (const one of [value ?? []].flat()) headers.append(name, one);
  }
  const reply = await handle(new Request(`http://${request.headers.host}${url}`, { headers }));
  response.statusCode = reply.status;
  response.statusMessage = reply.statusText;
  for (const [name, value] of reply.headers) response.appendHeader(name, value);
  // As where we compress ourselves, which is not here: what a cache keeps for one browser is not for another.
  const vary = reply.headers.get("Vary");
  if (vary) response.setHeader("Vary", `${vary}, Accept-Encoding`);
  response.end(pageOf(reply) ?? Buffer.from(await reply.arrayBuffer()));
}

/** The line that remix-serve writes for every other request. */
function logAnswer({ method }: IncomingMessage, response: ServerResponse, url: string, tookMs: number): void {
  const length = response.getHeader("Content-Length") ?? "-";
  process.stdout.write(`${method} ${url} ${response.statusCode} ${length} - ${tookMs.toFixed(3)} ms\n`);
}
