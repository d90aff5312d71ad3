import { connect } from "node:net";
import { ask, form } from "../../support/service/ask.ts";
import type { Site } from "../../support/site/site.ts";
import { expect, test } from "../setup/story.ts";

/** The status and target of a request written by hand. */
function raw(site: Site, head: string): Promise<string> {
  const { port } = new URL(site.origin);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), "127.0.0.1").on("error", reject);
    let said = "";
    socket.on("data", (chunk) => {
      said += String(chunk);
    });
    socket.once("close", () => {
      const location = /^location: (.*)$/im.exec(said)?.[1];
      resolve([said.split(" ")[1], location].filter(Boolean).join(" "));
    });
    socket.write(head.replace("{host}", `localhost:${port}`));
  });
}
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n`;

test("malformed requests and addresses get one refusal each, and no redirect", async ({ site }) => {
  expect(await raw(site, get("/").replace("GET", "TRACE"))).toBe("405");
  expect(await raw(site, get("/api/v1/exchange/pairs").replace("GET", "TRACE"))).toBe("405");
  expect(await raw(site, "GET / HTTP/1.1\r\nConnection: close\r\n\r\n")).toBe("400");
  for (const path of ["/eN/%5cx", "/En/..%2f", "/En/..%2f/", "/eN/%2e%2e%5c", "/En/%00", "/En/%E0%A4%A"]) {
    expect(await raw(site, get(path)), path).toBe("404");
  }
});

test("forms with commands of the form library are read as if those were missing", async ({ site }) => {
  const post = (body: string) => ask(site, "/En/track", { ...form, Origin: site.origin }, "POST", body);
  for (const body of ["__intent__=x", "__state__=x", '__intent__={"type":"insert","payload":null}', "__state__=[1]"]) {
    expect((await post(body)).status, body).toBe(400);
  }
  expect(site.log()).not.toContain('"level":"error"');
});

test("without PUBLIC_ORIGIN a form of another scheme is refused, and no page names a foreign host", async ({
  site,
}) => {
  const { host } = new URL(site.origin);
  const post = (origin: string) => ask(site, "/preferences", { ...form, Origin: origin }, "POST", "theme=dark");
  expect((await post(`https://${host}`)).status).toBe(403);
  expect((await post(`http://${host}`)).status).toBe(303);
  for (const path of ["/sitemap.xml", "/robots.txt", "/En/legal/terms"]) {
    expect((await ask(site, path, { Host: "evil.example" })).status).toBe(421);
    expect((await ask(site, path, { "X-Forwarded-Host": "evil.example" })).text).not.toContain("evil.example");
  }
});
