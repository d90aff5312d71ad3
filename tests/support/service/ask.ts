import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import type { Site } from "../site/site.ts";

export type HttpResponse = { status: number; headers: IncomingMessage["headers"]; text: string };

/** A raw request with any headers; fetch forbids some. */
export async function ask(
  site: Pick<Site, "origin">,
  path: string,
  headers: Record<string, string> = {},
  method = "GET",
  body?: string,
) {
  const { hostname, port } = new URL(site.origin);
  // Node omits Content-Length for methods that usually have no body.
  const length: Record<string, string> =
    body === undefined ? {} : { "Content-Length": String(Buffer.byteLength(body)) };
  const request = httpRequest({ hostname, port, path, method, headers: { ...headers, ...length } });
  request.end(body);
  const [response] = (await once(request, "response")) as [IncomingMessage];
  return whole(response);
}

export async function whole(response: IncomingMessage): Promise<HttpResponse> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return { status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(chunks).toString() };
}

export const form = { "Content-Type": "application/x-www-form-urlencoded" };
