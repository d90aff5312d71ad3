import { createServer } from "node:http";
import { connect } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { answerUnreadableRequests } from "./unreadable-requests.ts";

const server = createServer((_incoming, outgoing) => void outgoing.end("read"));
answerUnreadableRequests(server, true);

beforeEach(() => new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve)));
afterEach(() => new Promise((resolve) => void server.close(resolve)));

/** All that the server sends until it closes the connection. */
function answerTo(request: string): Promise<string> {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server does not listen");
  return new Promise((resolve, reject) => {
    let text = "";
    const socket = connect(address.port, "127.0.0.1", () => void socket.write(request));
    socket.on("data", (bytes) => {
      text += bytes.toString("utf8");
    });
    socket.once("error", reject);
    socket.once("close", () => resolve(text));
  });
}

const cookies = `Cookie: a=${"x".repeat(20_000)}\r\n`;

describe("a request that the parser rejects", () => {
  test("for its cookies gets a page that says what helps", async () => {
    const response = await answerTo(`GET /En/track HTTP/1.1\r\nHost: a\r\n${cookies}\r\n`);
    expect(response).toMatch(/^HTTP\/1\.1 431 /);
    expect(response).toMatch(/content-security-policy: default-src 'none'/);
    expect(response).toMatch(/strict-transport-security: /);
    expect(response).toMatch(/<html lang="en">.*Delete the cookies of this site/);
  });

  test.each([
    ["of the address", "/Ru/track", "en"],
    ["of the browser", "/", "ru-RU,ru;q=0.9"],
  ])("gets the page in the language %s", async (_whose, path, accepted) => {
    const response = await answerTo(
      `GET ${path} HTTP/1.1\r\nHost: a\r\nAccept-Language: ${accepted}\r\n${cookies}\r\n`,
    );
    expect(response).toMatch(/<html lang="ru">/);
  });

  test("for the headers of a call gets a problem with its code, and anything else no page", async () => {
    const call = await answerTo(`GET /api/v1/exchange/pairs HTTP/1.1\r\nHost: a\r\n${cookies}\r\n`);
    expect(call).toMatch(
      /^HTTP\/1\.1 431 Request Header Fields Too Large\r\n(.+\r\n)*content-type: application\/problem\+json\r\n/,
    );
    expect(JSON.parse(call.split("\r\n\r\n")[1] ?? "")).toMatchObject({ code: "headers_too_large", status: 431 });
    expect(await answerTo("nonsense\r\n\r\n")).toBe("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n");
  });
});
