import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Envelope } from "./envelope.ts";
import { mailbox } from "./mailbox.ts";
import { mailTransport } from "./transport.ts";

const envelope: Envelope = {
  id: "7Q2MK9XW3T:created:2",
  kind: "created",
  language: "ru",
  to: "anna@example.com",
  at: new Date("2026-11-21T09:05:43.000Z"),
  subject: "Заявка 7Q2M-K9XW-3T: ждём оплату",
  text: "Отправьте 500 USDT",
  html: "<p>Отправьте 500 USDT</p>",
};
const settings = { smtpUrl: undefined, from: "Kursa <no-reply@kursa.test>", replyTo: "help@kursa.test" };

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "mailbox-"));
});
afterEach(() => rm(folder, { recursive: true }));

describe("the test mailbox", () => {
  test("returns stored emails newest first, filtered by recipient", async () => {
    const mailer = mailTransport({ ...settings, mailboxFolder: folder });
    await mailer.deliver(envelope);
    await mailer.deliver({
      ...envelope,
      id: "later",
      at: new Date("2026-11-21T10:00:00.000Z"),
      to: "Boris@example.com",
    });
    const box = mailbox(folder);
    expect((await box.emails()).map((email) => email.id)).toEqual(["later", envelope.id]);
    expect(await box.emails("ANNA@example.com")).toEqual([envelope]);
    expect(await box.emails("nobody@example.com")).toEqual([]);
  });

  test("stores an email delivered twice once, readable by its user only", async () => {
    const box = mailbox(folder);
    await box.put(envelope);
    await box.put(envelope);
    const [name, ...others] = await readdir(folder);
    expect(others).toEqual([]);
    expect((await stat(join(folder, name ?? ""))).mode & 0o777).toBe(0o600);
  });

  test("is empty before the first email", async () => {
    expect(await mailbox(join(folder, "none")).emails()).toEqual([]);
  });
});

describe("SMTP", () => {
  test("delivers text and HTML with the same message id at every attempt", async () => {
    const sink = await smtpSink();
    const mailer = mailTransport({ ...settings, mailboxFolder: folder, smtpUrl: `smtp://127.0.0.1:${sink.port}` });
    await mailer.deliver(envelope);
    await mailer.deliver(envelope);
    mailer.close();
    sink.server.close();

    expect(sink.emails).toHaveLength(2);
    const ids = sink.emails.map((email) => /^Message-ID: (.*)$/im.exec(email)?.[1]?.trim());
    expect(ids).toEqual(["<7Q2MK9XW3T.created.2@kursa.test>", "<7Q2MK9XW3T.created.2@kursa.test>"]);
    expect(sink.emails[0]).toContain("To: anna@example.com");
    expect(sink.emails[0]).toContain("From: Kursa <no-reply@kursa.test>");
    expect(sink.emails[0]).toContain("Reply-To: help@kursa.test");
    expect(sink.emails[0]).toContain("Content-Type: text/plain; charset=utf-8");
    expect(sink.emails[0]).toContain("Content-Type: text/html; charset=utf-8");
  });

  test("throws when nothing listens, so that the email is retried", async () => {
    const sink = await smtpSink();
    sink.server.close();
    const mailer = mailTransport({ ...settings, mailboxFolder: folder, smtpUrl: `smtp://127.0.0.1:${sink.port}` });
    await expect(mailer.deliver(envelope)).rejects.toThrow(/ECONNREFUSED/);
    mailer.close();
  });
});

/** A mail server that accepts everything and stores it. */
async function smtpSink(): Promise<{ server: Server; port: number; emails: string[] }> {
  const emails: string[] = [];
  const server = createServer((socket) => {
    let email: string | undefined;
    let rest = "";
    socket.write("220 sink\r\n");
    socket.on("data", (chunk) => {
      const lines = (rest + chunk).split("\r\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        if (email !== undefined && line === ".") {
          emails.push(email);
          email = undefined;
          socket.write("250 kept\r\n");
        } else if (email !== undefined) email += `${line}\r\n`;
        else if (line === "DATA") {
          email = "";
          socket.write("354 go on\r\n");
        } else if (line === "QUIT") socket.end("221 bye\r\n");
        else socket.write("250 yes\r\n");
      }
    });
    socket.on("error", () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The sink has no port");
  return { server, port: address.port, emails };
}
