import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { eraseOldRecords } from "../../../upstream/accounts/closing/erase-old-records.ts";
import { deleteExpiredAccountRows } from "../../../upstream/accounts/closing/retention.ts";
import {
  emailMessage,
  member,
  order,
  orderEvent,
  orderNote,
  outgoing,
  securityEvent,
  transfer,
} from "../../../upstream/db/schema/index.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { openEmailedLink } from "../../support/orders/emailed-link.ts";
import { customerEmail, tronAddress } from "../../support/orders/example-customer.ts";
import { executedOrder } from "../../support/orders/order-steps.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { by, type Member, password, signedIn, signedUp } from "../../support/service/members.ts";

let service: Exchange;
let anna: Member;

beforeEach(async () => {
  service = await exchange();
  anna = await signedUp(service, customerEmail);
});

describe("five years after an account was closed", () => {
  const day = 86_400;
  const close = (token: string) => service.call("memberClose", { body: { password }, ...by(token) });
  const rows = async () => {
    const { orm } = service.upstream.context.db;
    const members = await orm.select().from(member);
    return { members: members.map(({ id }) => id), orders: await orm.select().from(order) };
  };
  const later = async (days: number) => {
    await service.pass(days * day);
    // Emails about the account itself were deleted long before.
    await deleteExpiredAccountRows(service.upstream.context);
    await eraseOldRecords(service.upstream.context);
    return rows();
  };
  /** Any of the member's data in what is kept of orders. */
  const personalData = async () => {
    const { db } = service.upstream.context;
    const retainedTables = [order, orderEvent, orderNote, outgoing, emailMessage, member, securityEvent];
    const text = JSON.stringify(
      await Promise.all(retainedTables.map((table) => db.orm.select().from(table))),
      (_, value) => (typeof value === "bigint" ? String(value) : value),
    );
    return [customerEmail, "anna.paypal@example.com", "Anna Ivanova", tronAddress, anna.id, "She called"].filter(
      (trace) => text.includes(trace),
    );
  };

  test("erases personal data, keeps amounts and ledger; skips accounts still in retention", async () => {
    const paid = await executedOrder(service);
    const pay = { ref: paid.ref, event: "pay_exact" } as const;
    await service.call("sandboxEvents", { token: paid.token, body: pay });
    const unpaid = await executedOrder(service);
    await service.call("exchangeCancel", { body: { ref: unpaid.ref }, token: unpaid.token });
    const note = { id: "no_1", orderRef: paid.ref, actor: "boris", text: "She called", at: new Date() };
    await service.upstream.context.db.orm.insert(orderNote).values(note);
    const eve = await signedUp(service, "eve@example.com");
    expect((await close(anna.token)).status).toBe(200);
    await service.pass(day);
    expect((await close(await signedIn(service, eve.email))).status).toBe(200);

    const before = await later(5 * 365 - 1);
    expect(before.members.sort()).toEqual([anna.id, eve.id].sort());
    expect((await personalData()).length).toBeGreaterThan(5);
    const booked = await service.upstream.context.db.orm.select().from(transfer);

    // One of these five years is a leap year.
    const { members, orders } = await later(1);
    expect(members).toEqual([eve.id]);
    expect(await personalData()).toEqual([]);
    const retainedOrder = orders.find(({ ref }) => ref === paid.ref);
    expect(retainedOrder).toMatchObject({
      status: "completed",
      email: null,
      ownerId: null,
      payoutAccount: null,
      payoutExtra: {},
    });
    expect(retainedOrder).toMatchObject({
      received: 500_000000n,
      sent: before.orders.find(({ ref }) => ref === paid.ref)?.sent,
    });
    expect(await service.upstream.context.db.orm.select().from(transfer)).toEqual(booked);
    expect(await verify(service.upstream.context.db)).toEqual([]);
    const opened = { query: { ref: paid.ref }, token: paid.token };
    expect((await service.call("exchangeTrack", opened)).problem().code).toBe("not_found");
    expect((await later(1)).members).toEqual([]);
  });

  test("an order changed later has its own five years, and open accounts are never erased", async () => {
    const held = await executedOrder(service);
    await openEmailedLink(service, held.ref);
    await service.call("exchangeCancel", { body: { ref: held.ref }, token: held.token });
    const eve = await signedUp(service, "eve@example.com");
    expect((await close(anna.token)).status).toBe(200);
    await service.pass(365 * day);
    const change = { updatedAt: service.upstream.context.clock.now() };
    await service.upstream.context.db.orm.update(order).set(change).where(eq(order.ref, held.ref));
    expect((await later(4 * 365 + 2)).members.sort()).toEqual([anna.id, eve.id].sort());
    expect((await later(366)).members).toEqual([eve.id]);
  });
});

test("an ended order of a guest is erased after the same time, and one that still runs is not", async () => {
  const { db, clock } = service.upstream.context;
  const [ended, open] = [await executedOrder(service), await executedOrder(service)];
  await service.call("exchangeCancel", { body: { ref: ended.ref }, token: ended.token });
  const emails = async () => {
    const rows = await db.orm.select().from(order);
    return rows.map(({ ref, email }) => [ref, email] as const).filter(([, email]) => email !== null);
  };
  const years = (count: number) => ({ updatedAt: new Date(clock.now().getTime() - count * 366 * 86_400_000) });
  await db.orm.update(order).set(years(4.9));
  await eraseOldRecords(service.upstream.context);
  expect(await emails()).toHaveLength(2);
  await db.orm.update(order).set(years(5));
  await eraseOldRecords(service.upstream.context);
  expect(await emails()).toEqual([[open.ref, customerEmail]]);
  expect(await db.orm.select().from(emailMessage).where(eq(emailMessage.orderRef, ended.ref))).toEqual([]);
  expect(await verify(db)).toEqual([]);
});
