import { domainToUnicode } from "node:url";
import { withoutInvisible } from "../../contract/values/pasted-text.ts";
import type { OwnNames } from "./own-names.ts";

/** `scheme` and `port` are null where they are not written. */
type PlainLink = { scheme: string | null; host: string; port: string | null };

const label = "[\\p{L}\\p{N}](?:[\\p{L}\\p{N}\\p{M}-]*[\\p{L}\\p{N}\\p{M}])?";
const plainLink = new RegExp(`^(?:(https?)://)?((?:${label}\\.)*${label})(?::(\\d{1,5}))?(?:[/?#][^\\\\]*)?$`, "iu");
/** Tabs and line breaks too, which browsers drop from an address. */
const unseen = /[\p{C}\p{Z}]/u;

/** A link that leads to one place whoever reads it: no name before an `@`, no `\`, no percent sign in the host. Else null. */
export function readPlainLink(link: string): PlainLink | null {
  if (unseen.test(link) || withoutInvisible(link) !== link) return null;
  const [, scheme, host, port] = plainLink.exec(link) ?? [];
  return host ? { scheme: scheme?.toLowerCase() ?? null, host: host.toLowerCase(), port: port ?? null } : null;
}

/** Whether a link leads to one of our sites as we open it: with https, or with the scheme and port of `PUBLIC_ORIGIN`. */
export function isOwnLink(link: string, { sites, origin }: Pick<OwnNames, "sites" | "origin">): boolean {
  const plain = readPlainLink(link);
  const site = plain && sites.find((name) => isWithin(plain.host, name));
  if (!site) return false;
  // A name alone is typed into the address bar.
  if (plain.scheme === null && plain.port === null) return true;
  const ownUrl = new URL(site === new URL(origin).hostname ? origin : `https://${site}`);
  const scheme = plain.scheme ?? "https";
  return `${scheme}:` === ownUrl.protocol && (plain.port ?? usualPort(scheme)) === (ownUrl.port || usualPort(scheme));
}

const usualPort = (scheme: string) => (scheme === "https" ? "443" : "80");

export const isOwnHost = (host: string, { sites }: Pick<OwnNames, "sites">) =>
  sites.some((site) => isWithin(host, site));

/** A domain with letters beyond ASCII is ours as it is shown, too; in any other spelling it is somebody's imitation. */
const isWithin = (host: string, site: string) =>
  [site, domainToUnicode(site)].some((name) => host === name || host.endsWith(`.${name}`));
