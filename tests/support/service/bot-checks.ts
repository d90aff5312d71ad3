import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type Challenge, solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import type { BotCheckAction } from "../../../contract/bot-check/actions.ts";
import type { Exchange } from "./exchange.ts";

export const asToken = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64");

/** A challenge of the service and its solution. */
export async function solvedChallenge({ call }: Pick<Exchange, "call">, action: BotCheckAction) {
  const { data } = (await call("botCheck", { query: { action } })).reply();
  if (data.challenge === null) throw new Error("The bot check is off");
  const challenge: Challenge = data.challenge;
  const solution = await solveChallenge({ challenge, deriveKey });
  if (solution === null) throw new Error("No solution");
  return { challenge: data.challenge, solution };
}

/** As a browser solves it. */
export async function solvedToken(service: Pick<Exchange, "call">, action: BotCheckAction): Promise<string> {
  return asToken(await solvedChallenge(service, action));
}

export type Verdict = Record<string, unknown> | { status: number } | "silence" | "garbage";

const providers = ["https://challenges.cloudflare.com", "https://api.hcaptcha.com", "https://www.google.com"];

/**
 * A provider's siteverify on a port of its own: answers each token with its verdict, and refuses a token that it has
 * answered before, as all three providers do.
 * `diverted`: where requests to the providers have to go (diverted-requests.mjs).
 */
export async function siteverifyServer(verdicts: Record<string, Verdict>) {
  const asked: URLSearchParams[] = [];
  const answered = new Set<string>();
  const server = createServer(async (request, response) => {
    const form = new URLSearchParams(await textOf(request));
    asked.push(form);
    const token = form.get("response") ?? "";
    const verdict = answered.has(token)
      ? { success: false, "error-codes": ["timeout-or-duplicate"] }
      : (verdicts[token] ?? { success: false, "error-codes": ["invalid-input-response"] });
    if (verdict !== "silence") answered.add(token);
    answer(response, verdict);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port");
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  const url = `http://127.0.0.1:${address.port}`;
  const diverted = Object.fromEntries(providers.map((provider) => [provider, url]));
  return { diverted, asked, stop };
}

function answer(response: ServerResponse, verdict: Verdict): void {
  if (verdict === "silence") return;
  if (verdict === "garbage") response.end("<html>".repeat(10_000));
  else if ("status" in verdict) response.writeHead(Number(verdict.status)).end(`{"success":true}`);
  else response.setHeader("Content-Type", "application/json").end(JSON.stringify(verdict));
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString("utf8");
}
