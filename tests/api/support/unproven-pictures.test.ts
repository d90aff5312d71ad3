import sharp from "sharp";
import { expect, test } from "vitest";
import { ticketFile } from "../../../upstream/db/schema/index.ts";
import { deleteOldTickets } from "../../../upstream/support/ticket-retention.ts";
import { exchange } from "../../support/service/exchange.ts";
import { by, signedUp } from "../../support/service/members.ts";

/** Noise, which no format makes small: some 90 kB. */
async function noise(seed: number): Promise<string> {
  const side = 330;
  let state = seed + 1;
  const pixels = Uint8Array.from({ length: side * side * 3 }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state % 251;
  });
  const picture = await sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
    .webp({ quality: 80 })
    .toBuffer();
  return `data:image/webp;base64,${picture.toString("base64")}`;
}

const megabyte = 1_000_000;

test("pictures of strangers stay below their megabytes in all and a network below a fifth; a member still sends some, and after 14 days the unproven are gone", async () => {
  const service = await exchange({ settings: { UNPROVEN_MB: "1" } });
  const image = await noise(1);
  let keys = 0;
  const upload = (address: string, sent: object = {}) => {
    keys += 1;
    const peer = { address, isTrusted: false };
    return service.ask("supportAttachment", { body: { name: "a", image }, key: `picture-${keys}`, peer, ...sent });
  };
  const stored = async () => {
    const files = await service.ctx.db.orm.select({ image: ticketFile.image }).from(ticketFile);
    return files.reduce((sum, file) => sum + file.image.byteLength, 0);
  };
  for (let at = 0; at < 5; at += 1) await upload(`203.0.113.${at}`);
  expect(await stored()).toBeLessThanOrEqual(megabyte / 5);
  expect((await upload("203.0.113.99")).problem()).toMatchObject({ status: 429, code: "too_many_requests" });
  const elsewhere = await upload("198.51.0.1");
  const file = (elsewhere.reply() as { data: { id: string } }).data;
  for (let network = 1; network < 30; network += 1) await upload(`198.51.${network}.1`);
  expect(await stored()).toBeLessThanOrEqual(megabyte);
  expect((await upload("198.51.200.1")).problem().code).toBe("too_many_requests");

  const member = await signedUp(service, "member@example.com");
  const theirs = await upload("198.51.200.1", by(member.token));
  expect(theirs.status).toBe(201);

  const question = { email: "anna@example.com", topic: "payment" as const, message: "Where?", attachments: [file.id] };
  (await service.call("supportMessage", { body: question, key: "message" })).reply();
  await service.pass(13 * 86_400);
  await deleteOldTickets(service.ctx);
  expect(await service.ctx.db.orm.$count(ticketFile)).toBeGreaterThan(0);
  const before = await service.ctx.db.orm.$count(ticketFile);
  await service.pass(2 * 86_400);
  await deleteOldTickets(service.ctx);
  expect(await service.ctx.db.orm.$count(ticketFile)).toBe(before - 1);
});
