import type { OwnNames } from "./own-names.ts";
import { readPlainLink } from "./own-site.ts";
import type { Thing } from "./things-in-text.ts";

/** Messengers with more than one host, and with the name that a company gives them where it lists no address. */
const messengers: readonly { name: RegExp; hosts: RegExp }[] = [
  { name: /telegram|телеграм/i, hosts: /^(?:t|telegram)\.me$/ },
  { name: /whats ?app|ватсап/i, hosts: /^(?:wa\.me|api\.whatsapp\.com)$/ },
  { name: /^(?:vk|vkontakte|вк|вконтакте)$/i, hosts: /^vk\.(?:com|me)$/ },
  { name: /messenger|facebook/i, hosts: /^m\.me$/ },
];

type Own = OwnNames["messengers"][number];

/**
 * Whether a handle or a link is one of our listed accounts. The same handle at another messenger may belong to somebody
 * else, so the host of a link must be that of the listed messenger. A handle alone names no messenger and is compared alone.
 */
export function isOwnMessenger(thing: Thing, listedMessenger: Own): boolean {
  if (thing.kind === "link")
    return listedMessenger.url !== null && pageOf(listedMessenger.url) === (pageOf(thing.text) ?? "");
  if (thing.kind !== "messenger" || bare(thing.handle) !== bare(listedMessenger.handle)) return false;
  if (thing.host === null) return true;
  if (!opensWithHttps(thing.text)) return false;
  const listed = listedMessenger.url === null ? null : hostOf(listedMessenger.url);
  const host = withoutWww(thing.host);
  if (host === listed) return true;
  const family = messengers.find(({ hosts }) => hosts.test(host));
  return (
    family !== undefined &&
    (listed === null ? family.name.test(listedMessenger.name.trim()) : family.hosts.test(listed))
  );
}

/** Without what stands around it: the sign before a name, the spaces of a telephone number, the messenger's address. */
function bare(handle: string): string {
  const name = handle.replace(/^.*\//, "").replace(/^[@+]/, "");
  return /^[\d\s()+-]+$/.test(name) ? name.replace(/\D/g, "") : name.toLowerCase();
}

function opensWithHttps(link: string): boolean {
  const plain = readPlainLink(link);
  return plain !== null && (plain.scheme ?? "https") === "https" && (plain.port ?? "443") === "443";
}

const hostOf = (url: string) => withoutWww(new URL(url).hostname);
const withoutWww = (host: string) => host.replace(/^www\./, "");

/** Host and path of a link; the letters of a path may matter. */
function pageOf(link: string): string | null {
  const address = link.includes("://") ? link : `https://${link}`;
  if (!opensWithHttps(address) || !URL.canParse(address)) return null;
  const { hostname, pathname } = new URL(address);
  return withoutWww(hostname) + pathname.replace(/\/+$/, "");
}
