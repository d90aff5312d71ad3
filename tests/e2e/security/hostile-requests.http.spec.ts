import { ask, form } from "../../support/service/ask.ts";
import { expect, test } from "../setup/story.ts";

test("forms with commands of the form library are read as if those were missing", async ({ site }) => {
  const log = site.logFromNow();
  const post = (body: string) => ask(site, "/En/track", { ...form, Origin: site.origin }, "POST", body);
  for (const body of ["__intent__=x", "__state__=x", '__intent__={"type":"insert","payload":null}', "__state__=[1]"]) {
    expect((await post(body)).status, body).toBe(400);
  }
  expect(log()).not.toContain('"level":"error"');
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
