import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { request } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { HttpContext } from "./http-context.ts";
import type { HttpPage } from "./http-page.ts";

/** The client must refuse what a browser refuses: otherwise a story over HTTP would prove nothing. */
let server: Server;
let context: HttpContext;
let origin: string;
let html: string;
let policy: string | undefined;
/** The requests since the page was opened. */
let requests: { line: string; body: string; site: string | undefined }[];

beforeAll(async () => {
  server = createServer(async (incoming, response) => {
    const body: Buffer[] = [];
    for await (const chunk of incoming) body.push(chunk);
    const site = incoming.headers["sec-fetch-site"]?.toString();
    requests.push({ line: `${incoming.method} ${incoming.url}`, body: Buffer.concat(body).toString(), site });
    if (incoming.url === "/away") response.writeHead(302, { Location: "https://pay.example/" }).end();
    if (response.writableEnded) return;
    if (policy) response.setHeader("Content-Security-Policy", policy);
    response.setHeader("Content-Type", "text/html");
    response.end(incoming.url === "/" ? html : "<h1>Arrived</h1>");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  context = await HttpContext.open(request, origin);
});
afterAll(async () => {
  await context.close();
  server.close();
  server.closeAllConnections();
});

async function opened(content: string, contentPolicy?: string): Promise<HttpPage> {
  [html, policy, requests] = [`<!doctype html><html><head></head><body>${content}</body></html>`, contentPolicy, []];
  const page = await context.newPage();
  await page.goto("/");
  requests = [];
  return page;
}

const send = '<button name="act" value="go">Send</button>';
const sent = () => requests.map(({ line, body }) => `${line} ${body}`.trim());

test("submits a form as a browser does: enabled fields by name, and the pressed button", async () => {
  const page = await opened(
    `<form method="post" action="/form"><label>Name <input name="name" value="A"></label>
     <input name="off" value="1" disabled><input value="no name"><input type="checkbox" name="box">
     <fieldset disabled><input name="inside" value="1"></fieldset>${send}<button name="act" value="other">Other</button></form>`,
  );
  await page.getByLabel("Name").fill("Anna & Co");
  await page.getByRole("button", { name: "Send" }).click();
  expect(sent()).toEqual(["POST /form name=Anna+%26+Co&act=go"]);
  expect(page.url()).toBe(`${origin}/form`);
});

test("ignores disabled and read-only controls", async () => {
  const page = await opened(
    `<form><label>Off <input name="a" disabled></label><label>Fixed <input name="b" readonly></label>
     <label>Box <input type="checkbox" name="c" disabled></label>
     <label>List <select name="d" disabled><option>1</option></select></label>
     <label>File <input type="file" name="e" disabled></label><button disabled>Send</button></form>`,
  );
  await expect(page.getByLabel("Off").fill("x")).rejects.toThrow("disabled");
  await expect(page.getByLabel("Fixed").fill("x")).rejects.toThrow("Nothing can be typed");
  await expect(page.getByLabel("Box").check()).rejects.toThrow("disabled");
  await expect(page.getByLabel("List").selectOption("1")).rejects.toThrow("disabled");
  const file = { name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("a") };
  await expect(page.getByLabel("File").setInputFiles(file)).rejects.toThrow("disabled");
  await expect(page.getByRole("button", { name: "Send" }).click()).rejects.toThrow("Disabled");
  expect(requests).toEqual([]);
});

test("reads a checkbox without a value as on", async () => {
  const page = await opened('<form><label><input type="checkbox" name="terms"> Terms</label></form>');
  expect(await page.getByLabel("Terms").inputValue()).toBe("on");
});

test("cuts a typed value at maxlength", async () => {
  const page = await opened('<form><label>Code <input maxlength="6"></label></form>');
  await page.getByLabel("Code").fill("1234567");
  expect(await page.getByLabel("Code").inputValue()).toBe("123456");
});

test("finds fields by their labels only", async () => {
  const page = await opened(`<form><p>Name</p><input name="name"><label for="gone">Mail</label>${send}</form>`);
  for (const label of ["Name", "Mail"]) await expect(page.getByLabel(label).fill("x")).rejects.toThrow("none");
});

test("presses only what works without scripts, and ignores hidden elements", async () => {
  const page = await opened(
    `<form><button type="button">Script</button><p>Text</p><button hidden>Hidden</button></form><button>Alone</button>`,
  );
  await expect(page.getByRole("button", { name: "Script" }).click()).rejects.toThrow("Needs scripts");
  await expect(page.getByText("Text").click()).rejects.toThrow("A press does nothing");
  await expect(page.getByRole("button", { name: "Alone" }).click()).rejects.toThrow("In no form");
  await expect(page.locator("[hidden]").click()).rejects.toThrow("not visible");
});

test("refuses to submit an empty required field, unless the form has novalidate", async () => {
  const fields = `<input name="name" required><input type="checkbox" name="terms" required>${send}`;
  const strict = await opened(`<form action="/form">${fields}</form>`);
  await expect(strict.getByRole("button").click()).rejects.toThrow("asks for name, terms");
  const open = await opened(`<form action="/form" novalidate>${fields}</form>`);
  await open.getByRole("button").click();
  expect(sent()).toEqual(["GET /form?name=&act=go"]);
});

test("refuses to submit a value of the wrong type or pattern, unless the form has novalidate", async () => {
  const fields = `<label>Email <input type="email" name="email"></label>
    <label>Code <input name="code" pattern="\\d{6}"></label>${send}`;
  const fill = async (page: HttpPage, email: string, code: string) => {
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Code").fill(code);
    await page.getByRole("button").click();
  };
  const strict = await opened(`<form action="/form">${fields}</form>`);
  await expect(fill(strict, "anna@", "12345")).rejects.toThrow("asks for email, code");
  await fill(strict, "anna@example.com", "123456");
  const open = await opened(`<form action="/form" novalidate>${fields}</form>`);
  await fill(open, "anna@", "12345");
  expect(sent()).toEqual(["GET /form?email=anna%40&code=12345&act=go"]);
});

test("refuses a form target that the CSP forbids, also after a redirect", async () => {
  const strict = "form-action 'self'";
  const foreign = await opened(`<form method="post" action="https://evil.example/">${send}</form>`, strict);
  await expect(foreign.getByRole("button").click()).rejects.toThrow("forbids a form to https://evil.example");
  const redirected = await opened(`<form method="post" action="/away">${send}</form>`, strict);
  await expect(redirected.getByRole("button").click()).rejects.toThrow("forbids a form to https://pay.example");
  expect(sent()).toEqual(["POST /away act=go"]);
  const sameSite = await opened(`<form method="post" action="/form">${send}</form>`, strict);
  await sameSite.getByRole("button").click();
  expect(sent()).toEqual(["POST /form act=go"]);
});

test("sends the origin headers of a browser", async () => {
  const page = await opened('<a href="/next">Next</a>');
  await page.getByRole("link").click();
  expect(requests).toMatchObject([{ line: "GET /next", site: "same-origin" }]);
  requests = [];
  await page.goto("/typed");
  expect(requests).toMatchObject([{ line: "GET /typed", site: "none" }]);
});

test("follows a page's refresh: immediate ones at once, delayed ones when time is advanced", async () => {
  const page = await opened('<meta http-equiv="refresh" content="15;url=/later"><h1>Waits</h1>');
  expect(page.url()).toBe(`${origin}/`);
  expect(page.refresh).toEqual({ seconds: 15, url: `${origin}/later` });
  await page.followRefresh();
  expect(page.url()).toBe(`${origin}/later`);
  await expect(page.followRefresh()).rejects.toThrow("does not refresh itself");

  const again = await opened('<noscript><meta http-equiv="Refresh" content="15"></noscript>');
  await again.followRefresh();
  expect(sent()).toEqual(["GET /"]);
  const atOnce = await opened('<meta http-equiv="refresh" content="0; url=/now">');
  expect(atOnce.url()).toBe(`${origin}/now`);
});
