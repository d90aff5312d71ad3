import { isStorable } from "../../db/storable.ts";
import { RailUnavailable } from "../../ports/rail.ts";
import { boundedText } from "../../shared/bounded-text.ts";
import type { GatewayClient } from "./client.ts";
import { type GatewaySession, session } from "./session.ts";

const timeoutMs = 10_000;
/** A gateway that answers slowly must not take all places of those who wait for something else. */
const mostAtOnce = 12;
const maxAnswerBytes = 1024 * 1024;

/**
 * The gateway over HTTP: `POST sessions` (with an Idempotency-Key), `GET sessions/<id>`, `POST sessions/<id>/close`
 * (409 once a payment has begun), below `url`, with the key as bearer token. Redirects are refused, since they would
 * pass the key on.
 */
export function httpGateway({ url, key }: { url: string; key: string }): GatewayClient {
  let waiting = 0;
  const ask = async (method: string, path: string, withinMs: number, sent?: { body: object; key: string }) => {
    if (waiting >= mostAtOnce) throw new RailUnavailable("The gateway has too many calls of ours to answer");
    waiting += 1;
    try {
      const response = await fetch(`${url.replace(/\/$/, "")}/${path}`, {
        method,
        redirect: "error",
        signal: AbortSignal.timeout(withinMs),
        headers: {
          Accept: "application/json",
          Authorization: `Bearer ${key}`,
          ...(sent ? { "Content-Type": "application/json", "Idempotency-Key": sent.key } : {}),
        },
        ...(sent ? { body: JSON.stringify(sent.body) } : {}),
      });
      return { status: response.status, text: await textOf(response) };
    } catch (error) {
      // Only the kind of failure: fetch's message may contain the full address.
      throw new RailUnavailable(`The gateway did not answer: ${error instanceof Error ? error.name : "unknown"}`);
    } finally {
      waiting -= 1;
    }
  };

  return {
    async open({ key: once, reference, asset, amount, returnUrl, language }) {
      const body = { reference, asset, amount, return_url: returnUrl, locale: language };
      return sessionOf(await ask("POST", "sessions", timeoutMs, { body, key: once }), [200, 201]);
    },
    async read(id, withinMs) {
      const response = await ask("GET", `sessions/${encodeURIComponent(id)}`, withinMs);
      if (response.status === 404) return undefined;
      const session = sessionOf(response, [200]);
      if (session.id !== id) throw new RailUnavailable("The gateway answered about another session");
      return session;
    },
    async close(id) {
      const body = { body: {}, key: `close:${id}` };
      const { status } = await ask("POST", `sessions/${encodeURIComponent(id)}/close`, timeoutMs, body);
      if (status === 409) return "too_late";
      // A session unknown to the gateway cannot be paid.
      if (status === 404 || (status >= 200 && status < 300)) return "closed";
      throw new RailUnavailable(`The gateway answered ${status}`);
    },
  };
}

function sessionOf(
  { status, text }: { status: number; text: string },
  expectedStatuses: readonly number[],
): GatewaySession {
  if (!expectedStatuses.includes(status)) throw new RailUnavailable(`The gateway answered ${status}`);
  const parsed = session.safeParse(json(text));
  if (!parsed.success) throw new RailUnavailable("The gateway answered what nobody understands");
  if (!/^https?:\/\//.test(parsed.data.url)) throw new RailUnavailable("The gateway’s page is no web address");
  return parsed.data;
}

async function textOf(response: Response): Promise<string> {
  const text = await boundedText(response, maxAnswerBytes);
  if (text === null) throw new RailUnavailable("The gateway answered without an end");
  return text;
}

function json(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isStorable(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
