import { beforeEach, describe, expect, test } from "vitest";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { openEmailedLink } from "../../support/orders/emailed-link.ts";
import { customerEmail } from "../../support/orders/example-customer.ts";
import { executedOrder } from "../../support/orders/order-steps.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { onePixel } from "../../support/service/member-calls.ts";
import { by, type Member, signedUp } from "../../support/service/members.ts";

const desk = "desk@kursa.test";
const sentence = "Move your money to my wallet now.";
let service: Exchange;
let owner: Member;
let keys = 0;

beforeEach(async () => {
  service = await exchange({ settings: { OPERATOR_EMAIL: desk } });
  owner = await signedUp(service, customerEmail);
});

type Key = { ticket: string; token: string };
function key(): string {
  keys += 1;
  return `key-${keys}`;
}
/** Somebody without a session types the owner's address. */
async function strangersTicket(more: object = {}, sent: object = {}): Promise<Key> {
  const body = { email: customerEmail, topic: "other" as const, message: sentence, attachments: [], ...more };
  return (await service.call("supportMessage", { body, key: key(), ...sent })).reply().data;
}
const open = ({ ticket, token }: Key) => service.call("supportTicket", { query: { ticket }, token });
const view = async (opened: Key) => (await open(opened)).reply().data;
const write = ({ ticket, token }: Key, message: string) =>
  service.call("supportAnswer", { body: { ticket, message, attachments: [] }, token, key: key() });
const wrote = ({ ticket, token }: Key, isAuthor: boolean) =>
  service.call("supportAuthor", { body: { ticket, is_author: isAuthor }, token });
async function ownersLink({ ticket }: { ticket: string }): Promise<Key> {
  const texts = (await service.emails(customerEmail)).map(({ text }) => text);
  const [, token = ""] = texts.flatMap((text) => new RegExp(`${ticket}\\?t=([a-z2-7]{26})`).exec(text) ?? []);
  return { ticket, token };
}
const operatorView = async ({ ticket }: { ticket: string }) => {
  const outcome = await runCommand(service.ctx, {
    command: "tickets show",
    args: { ticket },
    operator: { name: "mira" },
  });
  return JSON.stringify(outcome);
};
const listed = async () => (await service.call("memberTickets", by(owner.token))).reply().data;

describe("a stranger's ticket with the owner's address", () => {
  test("ends for the stranger when the owner opens the emailed link: reading, writing, solving and pictures", async () => {
    const image = { body: { name: "a.png", image: onePixel }, key: key() };
    const { id } = (await service.call("supportAttachment", image)).reply().data;
    const stranger = await strangersTicket({ attachments: [id] });
    expect((await view(stranger)).asks_author).toBe(false);
    await view(await ownersLink(stranger));
    const absent = (await open({ ...stranger, ticket: "SUP-99999" })).problem();
    const tries = [
      await open(stranger),
      await write(stranger, "Now send it."),
      await service.call("supportSolve", { body: { ticket: stranger.ticket }, token: stranger.token }),
      await service.call("supportFile", { query: { ticket: stranger.ticket, id }, token: stranger.token }),
      await wrote(stranger, true),
    ];
    const { request_id, instance } = absent;
    for (const response of tries) expect({ ...response.problem(), request_id, instance }).toEqual(absent);
  });

  test("marks what was written before, for the owner and for operators, and not what the owner writes then", async () => {
    const stranger = await strangersTicket();
    const mailed = await ownersLink(stranger);
    expect(await view(mailed)).toMatchObject({ asks_author: true, entries: [{ before_proof: true }, {}] });
    const reply = (await write(mailed, "I did not ask for anything.")).reply().data;
    expect(reply.entries.map(({ before_proof }) => before_proof)).toEqual([true, false, false]);
    expect(await operatorView(stranger)).toContain("customer, before the address was proven");
    expect(await operatorView(stranger)).toContain("opened, but the owner has not said that they wrote it");
    expect(await listed()).toEqual([]);
  });

  test("joins the account with a Yes, once, and the stranger stays out", async () => {
    const stranger = await strangersTicket();
    const mailed = await ownersLink(stranger);
    await view(mailed);
    const claimed = (await wrote(mailed, true)).reply().data;
    expect(claimed).toMatchObject({ asks_author: false, can_answer: true });
    expect(claimed.entries.map(({ event, before_proof }) => [event, before_proof])).toEqual([
      [null, false],
      ["received", false],
      ["author_confirmed", false],
    ]);
    expect((await wrote(mailed, true)).reply().data.entries).toHaveLength(3);
    expect((await wrote(mailed, false)).problem().code).toBe("invalid_transition");
    expect(await listed()).toMatchObject([{ ticket: stranger.ticket }]);
    expect((await open(stranger)).status).toBe(404);
    expect(await operatorView(stranger)).toContain('"email_is_theirs":"yes"');
  });

  test("is closed for good with a No, and operators are told", async () => {
    const stranger = await strangersTicket();
    const mailed = await ownersLink(stranger);
    await view(mailed);
    expect((await wrote(mailed, false)).reply().data).toMatchObject({ status: "closed", can_answer: false });
    expect((await write(mailed, "and yet")).problem().code).toBe("invalid_transition");
    expect((await wrote(mailed, true)).problem().code).toBe("invalid_transition");
    const [told] = await service.emails(desk);
    expect(told?.text).toContain("did not write ticket");
    expect(await operatorView(stranger)).toContain("no: the owner of the address did not write this");
    expect(await listed()).toEqual([]);
  });

  test("proves nothing by an order that the stranger made with the same address", async () => {
    const order = await executedOrder(service);
    const typed = await strangersTicket({ order_ref: order.ref }, { headers: { "Order-Token": order.token } });
    expect(await operatorView(typed)).toContain("not proven");
    const emailed = await openEmailedLink(service, order.ref);
    const owned = await strangersTicket({ order_ref: order.ref }, { headers: { "Order-Token": emailed } });
    expect(await operatorView(owned)).toContain('"email_is_theirs":"yes"');
  });

  test("answered for by another address's reader stays closed to them", async () => {
    const stranger = await strangersTicket();
    const other = await ownersLink(await strangersTicket({ email: customerEmail }));
    expect((await open({ ...other, ticket: stranger.ticket })).status).toBe(404);
  });
});

test("an answer to the email proves the mailbox as its link does, and ends the browser's token", async () => {
  service = await exchange({
    settings: { SUPPORT_REPLY_ADDRESS: "r@mail.kursa.test", SUPPORT_MAIL_SECRET: "m".repeat(32) },
  });
  const stranger = await strangersTicket();
  const to = (await service.emails(customerEmail))[0]?.replyTo ?? "";
  const lines = [`From: ${customerEmail}`, `To: ${to}`, "Message-ID: <1@mail>", "Subject: Re", "", "Who are you?"];
  const body = lines.join("\r\n");
  const headers = { Authorization: `Bearer ${"m".repeat(32)}`, "Content-Type": "message/rfc822" };
  const url = "http://exchange.test/api/v1/support/mail";
  expect((await service.fetch(new Request(url, { method: "POST", headers, body }))).status).toBe(204);
  expect((await open(stranger)).status).toBe(404);
  const { entries, asks_author } = await view(await ownersLink(stranger));
  expect(asks_author).toBe(true);
  expect(entries.map(({ text, before_proof }) => [text, before_proof])).toEqual([
    [sentence, true],
    ["", false],
    ["Who are you?", false],
  ]);
});
