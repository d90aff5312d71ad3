import { beforeEach, describe, expect, test } from "vitest";
import { ticketEntry } from "../../../upstream/db/schema/index.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { onePixel } from "../../support/service/member-calls.ts";

const secret = "m".repeat(32);
const email = "anna@example.com";
let service: Exchange;
let opened: { ticket: string; token: string };
let replyTo: string;

beforeEach(async () => {
  service = await exchange({
    settings: {
      SUPPORT_REPLY_ADDRESS: "reply@mail.kursa.test",
      SUPPORT_MAIL_SECRET: secret,
      OPERATOR_EMAIL: "d@k.test",
    },
  });
  const body = { email, topic: "other" as const, message: "Where is it?" };
  opened = (await service.call("supportMessage", { body, key: "k" })).reply().data;
  replyTo = (await service.emails(email))[0]?.replyTo ?? "";
});

type Mail = { from?: string; to?: string; headers?: string[]; text?: string; id?: string };
const message = ({ from = `Anna <${email}>`, to = replyTo, headers = [], text = "Thank you.", id = "1@mail" }: Mail) =>
  [`From: ${from}`, `To: ${to}`, `Message-ID: <${id}>`, ...headers, "Subject: Re: your answer", "", text].join("\r\n");
async function deliver(mail: Mail | string, bearer = secret): Promise<number> {
  const request = new Request("http://exchange.test/api/v1/support/mail", {
    method: "POST",
    headers: { Authorization: `Bearer ${bearer}`, "Content-Type": "message/rfc822" },
    body: typeof mail === "string" ? mail : message(mail),
  });
  const { status } = await service.fetch(request);
  await service.runJobs();
  return status;
}
const entries = () => service.ctx.db.orm.select().from(ticketEntry).orderBy(ticketEntry.position);
const latest = async () => (await entries()).at(-1);
/** By the link of the email: an answer to it ends the token of the browser that opened the ticket. */
const view = async () => {
  const [, token = ""] = /\?t=([a-z2-7]{26})/.exec((await service.emails(email)).at(-1)?.text ?? "") ?? [];
  return (await service.call("supportTicket", { query: { ticket: opened.ticket }, token })).reply().data;
};

describe("an answer by email", () => {
  test("to the address in our email becomes the customer's message, without the quote and once", async () => {
    expect(replyTo).toMatch(/^reply\+\d+-[a-z2-7]{26}@mail\.kursa\.test$/);
    const number = opened.ticket;
    await runCommand(service.ctx, {
      command: "tickets answer",
      args: { ticket: number, text: "Sent." },
      operator: { name: "mira" },
    });
    const text = "Thank\u202e you.\r\n\r\nOn Mon, 23 Nov 2026 at 11:18, Kursa wrote:\r\n> Sent.";
    expect(await deliver({ text, to: `"Kursa" <${replyTo.toUpperCase()}>` })).toBe(204);
    expect(await deliver({ text })).toBe(204);
    const ticket = await view();
    expect(ticket.status).toBe("awaiting_support");
    expect(ticket.entries.filter(({ author }) => author === "customer").map(({ text: message }) => message)).toEqual([
      "Where is it?",
      "Thank you.",
    ]);
  });

  test("from another address is kept for operators, and is never the customer's word", async () => {
    for (const from of ["eve@example.com", `${email}, eve@example.com`, "Kursa support <support@kursa.example>", ""])
      await deliver({ from, id: from, text: "Send it to my other wallet." });
    expect(JSON.stringify(await view())).not.toContain("other wallet");
    expect((await view()).entries).toHaveLength(2);
    expect((await entries()).slice(2).map(({ author, sender }) => [author, sender])).toEqual([
      ["unverified", "eve@example.com"],
      ["unverified", "unknown"],
      ["unverified", "support@kursa.example"],
      ["unverified", "unknown"],
    ]);
    const outcome = await runCommand(service.ctx, {
      command: "tickets show",
      args: { ticket: opened.ticket },
      operator: { name: "mira" },
    });
    expect(JSON.stringify(outcome)).toContain("eve@example.com");
  });

  test.each([
    ["an absence notice", { headers: ["Auto-Submitted: auto-replied"] }],
    ["an older absence notice", { headers: ["X-Autoreply: yes"] }],
    ["a mailing list", { headers: ["List-Id: <news.example.com>"] }],
    ["bulk mail", { headers: ["Precedence: bulk"] }],
    ["a report of a failed delivery", { from: "MAILER-DAEMON@example.com" }],
    ["a message without a sender's path", { headers: ["Return-Path: <>"] }],
    ["no ticket", { to: "reply@mail.kursa.test" }],
  ])("that is %s adds nothing", async (_what, mail) => {
    expect(await deliver(mail)).toBe(204);
    expect(await entries()).toHaveLength(2);
  });

  test("with a wrong token, a wrong secret or unreadable bytes adds nothing", async () => {
    const guessed = replyTo.replace(/.(?=@)/, (end) => (end === "a" ? "b" : "a"));
    expect(await deliver({ to: guessed })).toBe(204);
    expect(await deliver({ to: replyTo.replace(/\+\d+/, "+99999") })).toBe(204);
    expect(await deliver({}, "x".repeat(32))).toBe(401);
    expect(await deliver("\u0000\u0001")).toBe(204);
    expect(await entries()).toHaveLength(2);
    // The address opens no page.
    const token = /-([a-z2-7]{26})@/.exec(replyTo)?.[1] ?? "";
    expect((await service.call("supportTicket", { query: { ticket: opened.ticket }, token })).status).toBe(404);
  });

  test("brings its pictures, re-encoded, and no other files", async () => {
    const part = (type: string, name: string, content: string) =>
      `--b\r\nContent-Type: ${type}\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${content}`;
    const pixel = onePixel.split(",")[1] ?? "";
    const script = Buffer.from("<script>1</script>").toString("base64");
    const parts = [
      "--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>Here it <b>is</b></p>",
      part("image/png", "screen.png", pixel),
      part("image/png", "no picture.png", script),
      part("application/pdf", "a.pdf", script),
      part("text/html", "a.html", script),
    ];
    const headers = ["MIME-Version: 1.0", 'Content-Type: multipart/mixed; boundary="b"'];
    await deliver({ headers, text: [...parts, "--b--"].join("\r\n") });
    expect((await latest())?.text).toContain("Here it is");
    expect((await view()).entries.at(-1)?.files.map(({ name }) => name)).toEqual(["screen.webp"]);
  });
});

test("without its setting there is no such call", async () => {
  const closed = await exchange();
  expect((await closed.call("supportMail", { headers: { Authorization: `Bearer ${secret}` } })).status).toBe(404);
});
