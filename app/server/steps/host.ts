import { isIP } from "node:net";
import { isLoopbackName } from "../../env-schema.server.ts";
import { headerOf, type Step, textAnswer } from "../visit.ts";

/**
 * The host of all generated addresses: that of PUBLIC_ORIGIN. Without the setting only this machine is served, by a
 * loopback name or address; other names get 421, to prevent DNS rebinding.
 */
export function hostStep(publicOrigin: string | undefined): Step {
  if (publicOrigin !== undefined) {
    const { host } = new URL(publicOrigin);
    return (visit) => {
      visit.host = host;
      return undefined;
    };
  }
  return (visit) => {
    const forwarded = visit.viaProxy ? headerOf(visit, "x-forwarded-host") : undefined;
    const asked = forwarded ?? visit.incoming.headers.host ?? "localhost";
    const name = asked === lastAsked ? lastName : nameIn(asked);
    [lastAsked, lastName] = [asked, name];
    if (name === null) return textAnswer(400, "The Host header is not a host.\n");
    if (!forwarded && !isOwnName(name)) return textAnswer(421, "This site has another name.\n");
    visit.host = asked;
    return undefined;
  };
}

let lastAsked: string | undefined;
let lastName: string | null = null;

/** `localhost` of `localhost:3000`; null for an invalid host. */
function nameIn(host: string): string | null {
  if (/[^\w.:[\]-]/.test(host) || !URL.canParse(`http://${host}`)) return null;
  return new URL(`http://${host}`).hostname;
}

function isOwnName(name: string): boolean {
  return isLoopbackName(name) || isIP(name.replace(/^\[|\]$/g, "")) !== 0;
}
