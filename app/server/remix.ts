import { randomBytes } from "node:crypto";
import { STATUS_CODES } from "node:http";
import { createReadableStreamFromReadable, type RequestHandler } from "@remix-run/node";
import { wholeBytesOf } from "../http/response/whole-page.server.ts";
import { compressed } from "./compress.ts";
import type { DynamicResponse, FrontRequest, ResponseHeaders, Step } from "./front-request.ts";

/** Everything that no earlier step answered: pages, their data, and resource routes. */
export function remixStep(handle: RequestHandler): Step {
  return async (request) => {
    request.facts.nonce = randomBytes(16).toString("base64url");
    return compressed(request, pageResponse(await handle(remixRequest(request), request.facts)));
  };
}

function pageResponse(response: Response): DynamicResponse {
  if (isRefusalWithoutPage(response)) return refusalOf(response);
  const body = wholeBytesOf(response) ?? response.body;
  return { status: response.status, headers: headersOf(response), body, kind: "page" };
}

/** Remix calls a method that a route without a page does not have "Unexpected Server Error". */
const isRefusalWithoutPage = ({ status, headers }: Response) =>
  status < 500 && headers.has("x-remix-error") && !headers.has("x-remix-response");

function refusalOf({ status }: Response): DynamicResponse {
  const body = `${STATUS_CODES[status] ?? "Refused"}\n`;
  return { status, headers: { "content-type": "text/plain; charset=utf-8" }, body, kind: "page" };
}

export function headersOf(response: Response): ResponseHeaders {
  const headers: ResponseHeaders = Object.fromEntries(response.headers);
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) headers["set-cookie"] = cookies;
  return headers;
}

/** Forwarding headers: evaluated by earlier steps and hidden from the rest. */
export const forwarded = /^(x-forwarded-|forwarded$|x-real-ip$|x-client-ip$|cf-connecting-ip$|true-client-ip$)/;

/** The headers of the visitor's browser, with the public host. */
export function visitorHeaders({ incoming, host }: FrontRequest): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value === undefined || forwarded.test(name)) continue;
    if (typeof value === "string") headers.set(name, value);
    else for (const line of value) headers.append(name, line);
  }
  headers.set("host", host);
  // Remix refuses it as another site's. Whether a post is from a page of ours was decided before.
  if (headers.get("origin") === "null") headers.delete("origin");
  return headers;
}

/** Remix takes this query for a request of its former kind, which no page of ours sends, and reports it as our fault. */
const oldDataQuery = "_data";

function withoutOldDataQuery(search: string): string {
  if (!/_|%5f/i.test(search)) return search;
  const query = new URLSearchParams(search);
  if (!query.has(oldDataQuery)) return search;
  query.delete(oldDataQuery);
  return query.size > 0 ? `?${query}` : "";
}

function remixRequest(request: FrontRequest): Request {
  const { incoming, method, path, search, host, body } = request;
  // A refused POST continues as a GET: its body is discarded.
  const hasBody = method !== "GET" && method !== "HEAD";
  return new Request(`http://${host}${path}${withoutOldDataQuery(search)}`, {
    method,
    headers: visitorHeaders(request),
    ...(hasBody ? { body: body ?? createReadableStreamFromReadable(incoming), duplex: "half" } : {}),
  });
}
