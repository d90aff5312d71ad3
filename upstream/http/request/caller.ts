import { createHash, timingSafeEqual } from "node:crypto";
import { isIP } from "node:net";
import { forwardingHeaders } from "../../../contract/values/forwarding-headers.ts";
import { isLang, type Lang } from "../../../contract/values/languages.ts";
import type { Refusal } from "../../shared/rules/refusal.ts";
import { isLoopback, isLoopbackHost } from "./client-network.ts";
import type { RequestHeaders } from "./service-request.ts";

/**
 * The connection's peer. `isTrusted`: in the same process, so its statements about the visitor are true. `logsCalls`: a
 * server in this process that logs the call itself. `unread`: why the server has not read the body, so that no call gets it.
 */
export type Peer = { address: string | null; isTrusted: boolean; logsCalls?: boolean; unread?: Refusal };

/** The caller, from headers only, so that a body cannot change it. */
export type Caller = {
  clientId: string;
  /** The visitor's address as a trusted client states it, else the peer's; null when unknown. */
  address: string | null;
  /** The visitor is on this machine: no trace of a proxy, and every name is a loopback name. */
  isLocal: boolean;
  /** Our website, in this process or by the client secret. */
  isOurSite: boolean;
  language: Lang;
  orderTokens: readonly string[];
  /** The token of a member's session, if any. */
  bearer: string | null;
  /** The visitor's user agent as a trusted client states it, else the caller's own. */
  client: string | null;
  requestId: string;
};

export type ClientRules = {
  /** Empty means that any id is accepted. */
  clientIds: readonly string[];
  clientSecret: string | undefined;
  /** The website's address is on this machine. */
  servesThisMachine: boolean;
};

export function readCaller(headers: RequestHeaders, peer: Peer, rules: ClientRules, requestId: string): Caller {
  const isOurs = isOurSite(headers, peer, rules.clientSecret);
  const address = callerAddress(headers, peer, isOurs);
  return {
    clientId: (headers.get("client-id") ?? "").trim().slice(0, 200),
    address,
    isLocal:
      rules.servesThisMachine &&
      isLoopback(address) &&
      (isOurs || isLoopbackHost(headers.get("Host"))) &&
      !forwardingHeaders.some((name) => headers.has(name)),
    isOurSite: isOurs,
    language: preferredLanguage(headers.get("Accept-Language")),
    // Repeated headers arrive joined by commas, which no token contains.
    orderTokens: split(headers.get("Order-Token")),
    bearer: /^Bearer +([\w.~+/=-]{1,512})$/i.exec(headers.get("Authorization") ?? "")?.[1] ?? null,
    client: clientName(headers, isOurs),
    requestId,
  };
}

/** The embedded website is always an accepted client. */
export function isKnownClient(clientId: string, peer: Peer, { clientIds }: Pick<ClientRules, "clientIds">): boolean {
  return clientId !== "" && (peer.isTrusted || clientIds.length === 0 || clientIds.includes(clientId));
}

/** An id sent with the request is kept, so that site and service log the same id. */
export function requestIdOf(headers: RequestHeaders, newId: () => string): string {
  const candidate = headers.get("X-Request-Id") ?? "";
  return /^[\w.-]{8,64}$/.test(candidate) ? candidate : newId();
}

/** The preferred of our languages; English otherwise. */
export function preferredLanguage(header: string | null): Lang {
  const accepted = split(header)
    .map((part) => {
      const [tag = "", ...parameters] = part.split(";").map((piece) => piece.trim());
      const quality = Number(parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? 1);
      return { language: tag.toLowerCase().split("-")[0], quality };
    })
    .filter(({ language, quality }) => isLang(language) && quality > 0)
    .sort((a, b) => b.quality - a.quality);
  const [best] = accepted;
  return isLang(best?.language) ? best.language : "en";
}

/** The peer's, or the one that our site forwards; null when the site does not know it, never the site's own. */
export function callerAddress(headers: RequestHeaders, peer: Peer, isOurs: boolean): string | null {
  if (!isOurs) return peer.address;
  const address = headers.get("Client-Address") ?? "";
  return isIP(address) === 0 ? null : address;
}

/** Shown to the member only: shortened, without control characters. */
function clientName(headers: RequestHeaders, isOurs: boolean): string | null {
  const forwarded = isOurs ? headers.get("Client-Agent") : null;
  const name = (forwarded ?? headers.get("User-Agent") ?? "").replace(/[^\x20-\x7e]/g, "").trim();
  return name === "" ? null : name.slice(0, 300);
}

/** How long the caller waits for the answer, as our site states it; the usual patience of any other caller. */
export function patienceOf(headers: RequestHeaders, isOurs: boolean): number {
  const stated = isOurs ? headers.get("Time-Left") : null;
  return stated !== null && /^\d{1,6}$/.test(stated) ? Number(stated) : usualPatienceMs;
}

const usualPatienceMs = 1000;

/** Our own site, in this process or with the shared secret: what it says of the visitor and the request is true. */
export function isOurSite(headers: RequestHeaders, peer: Peer, secret: string | undefined): boolean {
  return peer.isTrusted || (secret !== undefined && isSame(headers.get("Client-Secret") ?? "", secret));
}

/** Compared as hashes: equal length and constant time. */
function isSame(candidate: string, secret: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(candidate), digest(secret));
}

function split(header: string | null): string[] {
  return (header ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
