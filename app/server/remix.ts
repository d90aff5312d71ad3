import { randomBytes } from "node:crypto";
import { createReadableStreamFromReadable, type RequestHandler } from "@remix-run/node";
import { wholeBytesOf } from "../http/response/whole-page.server.ts";
import { compressed } from "./compress.ts";
import type { AnswerHeaders, MadeAnswer, Step, Visit } from "./visit.ts";

/** Everything that no earlier step answered: pages, their data, and resource routes. */
export function remixStep(handle: RequestHandler): Step {
  return async (visit) => {
    visit.facts.nonce = randomBytes(16).toString("base64url");
    return compressed(visit, answerOf(await handle(remixRequest(visit), visit.facts)));
  };
}

function answerOf(response: Response): MadeAnswer {
  const body = wholeBytesOf(response) ?? response.body;
  return { status: response.status, headers: headersOf(response), body, kind: "page" };
}

export function headersOf(response: Response): AnswerHeaders {
  const headers: AnswerHeaders = Object.fromEntries(response.headers);
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) headers["set-cookie"] = cookies;
  return headers;
}

/** Forwarding headers: evaluated by earlier steps and hidden from the rest. */
export const forwarded = /^(x-forwarded-|forwarded$|x-real-ip$|x-client-ip$|cf-connecting-ip$|true-client-ip$)/;

/** The headers of the visitor's browser, with the public host. */
export function visitorHeaders({ incoming, host }: Visit): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value === undefined || forwarded.test(name)) continue;
    if (typeof value === "string") headers.set(name, value);
    else for (const one of value) headers.append(name, one);
  }
  headers.set("host", host);
  // Remix refuses it as another site's. Whether a post is from a page of ours was decided before.
  if (headers.get("origin") === "null") headers.delete("origin");
  return headers;
}

function remixRequest(visit: Visit): Request {
  const { incoming, method, path, search, host, body } = visit;
  // A refused POST continues as a GET: its body is discarded.
  const hasBody = method !== "GET" && method !== "HEAD";
  return new Request(`http://${host}${path}${search}`, {
    method,
    headers: visitorHeaders(visit),
    ...(hasBody ? { body: body ?? createReadableStreamFromReadable(incoming), duplex: "half" } : {}),
  });
}
