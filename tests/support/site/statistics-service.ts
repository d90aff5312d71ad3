import { once } from "node:events";
import { createServer } from "node:http";

export type StatisticsService = {
  origin: string;
  /** Every request it got: its path, and the page it was told of. */
  requests: string[];
  stop(): void;
};

/** Stands in for a company whose scripts a page may load: a counter of visits, and a chat. */
export async function startStatistics(): Promise<StatisticsService> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "", "http://statistics.test");
    const page = url.searchParams.get("u");
    requests.push(page ? `${url.pathname} ${new URL(page).pathname}` : url.pathname);
    response.setHeader("Access-Control-Allow-Origin", "*");
    if (url.pathname.endsWith(".js")) response.setHeader("Content-Type", "text/javascript").end(scripts[url.pathname]);
    else response.writeHead(204).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The service has no port");
  return {
    origin: `http://127.0.0.1:${address.port}`,
    requests,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The part of the real scripts that a page notices. */
const scripts: Readonly<Record<string, string>> = {
  "/js/script.manual.js": `{
    const { origin } = new URL(document.currentScript.src);
    const sent = window.plausible.q ?? [];
    const send = (name, { u }) => fetch(origin + "/api/event?u=" + encodeURIComponent(u), { method: "POST" });
    window.plausible = send;
    for (const [name, options] of sent) send(name, options);
  }`,
  "/chat.js": 'document.body.append(Object.assign(document.createElement("p"), { textContent: "The chat is here" }));',
};
