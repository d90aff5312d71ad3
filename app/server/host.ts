import { isIP } from "node:net";
import { isLoopbackName } from "../env-schema.server.ts";
import { headerOf, type Step, textAnswer } from "./visit.ts";

/**
 * The host of every address that the site makes: that of PUBLIC_ORIGIN. Without the setting only this machine is served,
 * under a loopback name or an address: a foreign name that somebody made to resolve to 127.0.0.1 is refused with 421.
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

/** `localhost` of `localhost:3000`; null for what is no host. */
function nameIn(host: string): string | null {
  if (/[^\w.:[\]-]/.test(host) || !URL.canParse(`http://${host}`)) return null;
  return new URL(`http://${host}`).hostname;
}

function isOwnName(name: string): boolean {
  return isLoopbackName(name) || isIP(name.replace(/^\[|\]$/g, "")) !== 0;
}
