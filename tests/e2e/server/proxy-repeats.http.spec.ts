import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { expect } from "@playwright/test";
import { proxyNames, startProxy } from "../../support/site/proxies.ts";
import { freePort } from "../../support/site/site.ts";
import { overTls } from "../../support/site/tls-client.ts";
import { test } from "../setup/site.ts";

/** A process that answers, or one that breaks off once it has read a request. */
async function startSite(breaks: boolean): Promise<{ server: Server; at: string; posts: () => number }> {
  let posts = 0;
  const server = createServer((request, response) => {
    if (request.url === "/healthz") return void response.end("ok");
    if (request.method === "POST") posts += 1;
    request.resume().on("end", () => (breaks ? response.destroy() : response.end("done")));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return { server, at: `127.0.0.1:${typeof address === "object" ? address?.port : 0}`, posts: () => posts };
}

for (const name of proxyNames) {
  test(`${name} sends no form twice, and a form that could not be sent once`, async () => {
    const broken = await startSite(true);
    const also = await startSite(true);
    const proxy = await startProxy(name, { port: await freePort(), sites: [broken.at, also.at] });
    const post = { path: "/track", method: "POST", headers: { "Content-Length": "0" } };
    try {
      const { status } = await overTls(proxy, post);
      expect([status, broken.posts() + also.posts()]).toEqual([502, 1]);
    } finally {
      await proxy.stop();
      broken.server.close();
      also.server.close();
    }
  });

  test(`${name} sends a form to the next process where one takes no connection`, async () => {
    const good = await startSite(false);
    const proxy = await startProxy(name, { port: await freePort(), sites: [`127.0.0.1:${await freePort()}`, good.at] });
    try {
      for (let at = 0; at < 3; at++) {
        const { status, text } = await overTls(proxy, {
          path: "/track",
          method: "POST",
          headers: { "Content-Length": "0" },
        });
        expect([status, text]).toEqual([200, "done"]);
      }
      expect(good.posts()).toBe(3);
    } finally {
      await proxy.stop();
      good.server.close();
    }
  });
}
