import type { Sources } from "./statistics.ts";

/** A chat of another company, contacted only when the visitor presses its button. */
export type Chat = {
  /** Whom the visitor will contact. */
  name: string;
  script: string;
  /** The id that the script expects of its element, if any. */
  elementId: string | null;
  sources: Sources;
};

type Provider = { name: string; id: RegExp; script: (id: string) => string; hosts: string[]; elementId?: string };

/** The providers that operators of such sites use most; another one is `script:<address of its script>`. */
const providers: Readonly<Record<string, Provider>> = {
  tawk: {
    name: "tawk.to",
    id: /^[\da-f]{24}\/[\w-]{1,40}$/,
    script: (id) => `https://embed.tawk.to/${id}`,
    hosts: ["*.tawk.to", "cdn.jsdelivr.net"],
  },
  jivo: {
    name: "Jivo",
    id: /^[A-Za-z\d]{6,20}$/,
    script: (id) => `https://code.jivosite.com/widget/${id}`,
    hosts: ["*.jivosite.com", "*.jivo.ru", "*.jivochat.com"],
  },
  zendesk: {
    name: "Zendesk",
    id: /^[\da-f-]{36}$/,
    script: (id) => `https://static.zdassets.com/ekr/snippet.js?key=${id}`,
    hosts: ["*.zdassets.com", "*.zendesk.com", "*.zopim.com"],
    elementId: "ze-snippet",
  },
};

/** Reads LIVE_CHAT or SUPPORT_WIDGET: `tawk:<property>/<widget>`, `jivo:<id>`, `zendesk:<key>`, `script:<address>`. */
export function chatOf(entry: string): Chat | undefined {
  const [, kind = "", id = ""] = /^(\w+):(.+)$/.exec(entry) ?? [];
  if (kind === "script") return ownScript(id);
  const provider = Object.entries(providers).find(([name]) => name === kind)?.[1];
  if (!provider?.id.test(id)) return undefined;
  const { name, script, hosts, elementId = null } = provider;
  return { name, script: script(id), elementId, sources: sourcesOf(hosts.map((host) => `https://${host}`)) };
}

function ownScript(address: string): Chat | undefined {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) return undefined;
  const { origin, host } = new URL(address);
  return { name: host, script: address, elementId: null, sources: sourcesOf([origin]) };
}

/** Chats draw their own window: frames, pictures and inline styles included, on the page of the chat only. */
function sourcesOf(origins: string[]): Sources {
  const sockets = origins.map((origin) => origin.replace(/^http/, "ws"));
  return {
    script: origins,
    connect: [...origins, ...sockets],
    image: origins,
    frame: origins,
    style: ["'unsafe-inline'", ...origins],
  };
}
