import { beforeEach, expect, test } from "vitest";
import { book } from "../../../upstream/ledger/book.ts";
import { accounts } from "../../../upstream/ledger/rules/booking.ts";
import { auditEntry } from "../../support/ledger/own-money.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { by, type Member, signedIn, signedUp } from "../../support/service/members.ts";
import { opened, report, walletOf } from "../../support/wallets/deposits.ts";
import { otherAddress, requested } from "../../support/withdrawals/withdrawals.ts";

const daySeconds = 86_400;

let service: Exchange;
let anna: Member;
let address: string;

beforeEach(async () => {
  service = await exchange();
  ({ member: anna, address } = await walletOf(service));
});

const deposit = (railPaymentId: string, amount = 10_000000n) =>
  report(service, address, { railPaymentId, state: "final", amount });
const page = async (query: object, caller = anna) =>
  (await service.call("memberTransactions", { query, ...by(caller.token) })).reply();
const idsOf = async (query: object) => (await page(query)).data.map(({ external_id: id }) => id);

test("pages go on where the last one ended, whatever arrives meanwhile", async () => {
  for (const id of ["a", "b", "c", "d", "e"]) await deposit(id);
  const first = await page({ per_page: 2 });
  expect(first.data.map(({ external_id: id }) => id)).toEqual(["e", "d"]);
  await deposit("f");
  const second = await page({ per_page: 2, cursor: first.meta.next_cursor });
  expect(second.data.map(({ external_id: id }) => id)).toEqual(["c", "b"]);
  const last = await page({ per_page: 2, cursor: second.meta.next_cursor });
  expect(last.data.map(({ external_id: id }) => id)).toEqual(["a"]);
  expect(last.meta).toMatchObject({ has_more: false, next_cursor: null });
});

test("filters by wallet, type and time, and refuses the cursor of another member", async () => {
  await deposit("usdt");
  const btc = await opened(service, anna, "btc");
  await report(service, btc, { railPaymentId: "coin", state: "final", amount: 1_000_000n });
  await report(service, btc, { railPaymentId: "coin", state: "gone" });
  expect(await idsOf({ asset: ["usdt-trc20"] })).toEqual(["usdt"]);
  expect((await page({ type: ["chargeback"] })).data).toMatchObject([{ asset: "btc", direction: "debit" }]);
  expect(await idsOf({ to: "2026-11-01" })).toEqual([]);
  const eve = await signedUp(service, "eve@example.com");
  const cursor = (await page({ per_page: 1 })).meta.next_cursor;
  const stolen = await service.ask("memberTransactions", { query: { cursor: cursor ?? "" }, ...by(eve.token) });
  expect(stolen.problem()).toMatchObject({ errors: [{ pointer: "/cursor", code: "invalid" }] });
});

test("what is not booked yet is listed apart, by the same filters and on the first page only", async () => {
  await deposit("booked", 300_000000n);
  await report(service, address, { railPaymentId: "coming", state: "seen", amount: 7_000000n, confirmations: 3 });
  const held = await requested(service, anna, { amount: "100", account: otherAddress });
  const first = await page({ per_page: 1 });
  expect(first.data).toMatchObject([{ external_id: "booked" }]);
  const byType = new Map(first.pending?.map((row) => [row.type, row]));
  expect(byType.size).toBe(2);
  expect(byType.get("deposit")).toMatchObject({
    ...{ amount: "7.000000", direction: "credit", status: "pending", confirmations: 3, required: 20 },
  });
  expect(byType.get("withdrawal")).toMatchObject({
    ...{ id: held.id, amount: "100.000000", direction: "debit", status: "confirm_pending", account: otherAddress },
    available_at: "2026-11-22T12:00:00.000Z",
  });
  const pendingOf = async (query: object) => (await page(query)).pending?.map(({ type }) => type);
  expect(await pendingOf({ type: ["deposit"] })).toEqual(["deposit"]);
  expect(await pendingOf({ asset: ["btc"] })).toEqual([]);
  expect(await pendingOf({ to: "2026-11-01" })).toEqual([]);

  // Booked in between: the next page goes on where the first ended, without what is not booked.
  await deposit("another");
  const latest = await page({ per_page: 1 });
  await deposit("coming", 7_000000n);
  const next = await page({ per_page: 1, cursor: latest.meta.next_cursor });
  expect(next.data).toMatchObject([{ external_id: "booked" }]);
  expect(next.pending).toEqual([]);
  expect(await pendingOf({})).toEqual(["withdrawal"]);
});

test("a month opens with the balance that the one before closed with", async () => {
  await deposit("november", 100_000000n);
  await service.pass(9.5 * daySeconds);
  expect(service.ctx.clock.now().toISOString()).toBe("2026-12-01T00:00:00.000Z");
  anna.token = await signedIn(service, anna.email);
  await deposit("december", 20_000000n);
  await report(service, address, { railPaymentId: "november", state: "gone" });
  const lineOf = async (month: string) =>
    (await service.call("memberStatement", { query: { month }, ...by(anna.token) })).reply().data.lines[0];
  const november = await lineOf("2026-11");
  const december = await lineOf("2026-12");
  expect(november).toMatchObject({ opening: "0.000000", closing: "100.000000" });
  expect(december).toMatchObject({ opening: november?.closing, credited: "20.000000", debited: "100.000000" });
  expect(december).toMatchObject({ closing: "20.000000" });
});

test("a statement has the lines of its member alone", async () => {
  await deposit("hers", 100_000000n);
  const { member: eve } = await walletOf(service, "eve@example.com");
  const lines = async () => (await service.call("memberStatement", by(eve.token))).reply().data.lines;
  expect(await lines()).toEqual([]);
  await report(service, await opened(service, eve, "btc"), {
    railPaymentId: "own",
    state: "final",
    amount: 1_000_000n,
  });
  expect(await lines()).toMatchObject([{ asset: "btc", closing: "0.01000000" }]);
});

test("a month's statement goes from its opening to its closing balance", async () => {
  await deposit("one", 100_000000n);
  await report(service, address, { railPaymentId: "one", state: "gone" });
  await deposit("two", 30_000000n);
  const { data, meta } = (await service.call("memberStatement", by(anna.token))).reply();
  const moved = { credited: "130.000000", debited: "100.000000", transactions: 3 };
  expect(data.lines).toEqual([{ asset: "usdt-trc20", opening: "0.000000", ...moved, closing: "30.000000" }]);
  expect(meta).toEqual({ first_month: data.month, last_month: data.month });
  const next = await service.ask("memberStatement", { query: { month: "2099-01" }, ...by(anna.token) });
  expect(next.problem()).toMatchObject({ errors: [{ pointer: "/month", code: "invalid" }] });
});

test("the CSV has every transaction, more than it reads at once, and no cell that a spreadsheet would run", async () => {
  const sides = { debit: accounts.reserve("usdt-trc20"), credit: accounts.member(anna.id, "usdt-trc20") };
  const auditId = await auditEntry(service.ctx.db, "aud_many", service.ctx.clock.now());
  const moved = { ...sides, asset: "usdt-trc20", amount: 1n, code: "adjustment", auditId } as const;
  const many = Array.from({ length: 520 }, (_, nth) => ({ do: "post" as const, id: `many-${nth}`, ...moved }));
  await service.ctx.db.transaction((tx) => book(tx, many, service.ctx.clock.now()));
  await deposit("=cmd|' /C calc'!A0");
  const file = await service.ask("memberTransactions", { query: { format: "csv" }, ...by(anna.token) });
  const lines = file.text.trimEnd().split("\r\n");
  expect(lines).toHaveLength(1 + 521);
  expect(file.text).toContain("'=cmd|' /C calc'!A0");
  expect(file.text).not.toMatch(/[,;]"?=cmd/);
});

test("the CSV is in the reader's language, with its decimal mark and separator and the member's time zone", async () => {
  const signedIn = by(anna.token);
  await service.call("memberSettingsProfile", { body: { timezone: "Europe/Riga" }, ...signedIn });
  await deposit("one", 12_500000n);
  await report(service, address, { railPaymentId: "one", state: "gone" });
  const headers = { ...signedIn.headers, "Accept-Language": "ru" };
  const { text } = await service.ask("memberTransactions", { query: { format: "csv" }, headers });
  const rows = text.trimEnd().split("\r\n");
  const [head, ...cells] = rows.map((row) => row.split(";"));
  expect(head?.slice(0, 5)).toEqual(["Время (Europe/Riga)", "Операция", "Валюта", "Сумма", "Остаток после операции"]);
  expect(cells.map((row) => row.slice(0, 5))).toEqual([
    ["2026-11-21 14:00:00", "Пополнение", "usdt-trc20", "12,500000", "12,500000"],
    ["2026-11-21 14:00:00", "Отзыв средств", "usdt-trc20", "-12,500000", "0,000000"],
  ]);
});
