import { isLoopbackName } from "../../settings/env-schema.server.ts";
import { type Step, textResponse } from "../front-request.ts";

/**
 * The host of all generated addresses: that of PUBLIC_ORIGIN. Without the setting only this machine is served, by a
 * loopback name or address; other names get 421, to prevent DNS rebinding and foreign names in links.
 */
export function hostStep(publicOrigin: string | undefined): Step {
  if (publicOrigin !== undefined) {
    const { host } = new URL(publicOrigin);
    return (request) => {
      request.host = host;
      return undefined;
    };
  }
  return (request) => {
    const hostHeader = request.incoming.headers.host ?? "localhost";
    const name = hostName(hostHeader);
    if (name === null) return textResponse(400, "The Host header is not a host.\n");
    if (!isLoopbackName(name)) return textResponse(421, "This site has another name. Its setting is PUBLIC_ORIGIN.\n");
    request.host = hostHeader;
    return undefined;
  };
}

/** `localhost` of `localhost:3000`; null for an invalid host. */
export function hostName(host: string): string | null {
  if (host !== lastHost) [lastHost, lastName] = [host, nameIn(host)];
  return lastName;
}

/** Nearly all requests have the same one. */
let lastHost: string | undefined;
let lastName: string | null = null;

function nameIn(host: string): string | null {
  if (/[^\w.:[\]-]/.test(host) || !URL.canParse(`http://${host}`)) return null;
  return new URL(`http://${host}`).hostname;
}
