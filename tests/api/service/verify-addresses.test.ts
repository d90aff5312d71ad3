import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import type { Finding } from "../../../contract/verify/verify.ts";
import { order as orders, outgoing } from "../../../upstream/db/schema/index.ts";
import { executedOrder } from "../../support/orders/order-steps.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import type { Member } from "../../support/service/members.ts";
import { opened, walletOf } from "../../support/wallets/deposits.ts";

let service: Exchange;
let anna: Member;
/** Addresses that we gave out, by what for. */
const places: Record<"order" | "wallet" | "earlier" | "bitcoin" | "ethereum" | "hot", string> = {
  ...{ order: "", wallet: "", earlier: "", bitcoin: "", ethereum: "", hot: "" },
};
const strange = "TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE";

beforeAll(async () => {
  service = await exchange({ settings: { PUBLIC_ORIGIN: "https://kursa.example" } });
  places.order = (await executedOrder(service)).order.payin.address ?? "";
  places.bitcoin = (await executedOrder(service, { from: "btc", amount: "0.01" })).order.payin.address ?? "";
  places.ethereum = (await executedOrder(service, { from: "eth", amount: "0.2" })).order.payin.address ?? "";
  ({ member: anna, address: places.earlier } = await walletOf(service));
  places.wallet = await opened(service, anna, "usdt-trc20", true);
  places.hot = service.ctx.rails.payoutFor("usdt-trc20").hotAddress ?? "";
});

const findings = async (text: string): Promise<Finding[]> =>
  (await service.call("exchangeVerify", { body: { text } })).reply().data.findings;
const verdicts = async (text: string) => (await findings(text)).map(({ verdict, reason }) => `${verdict} ${reason}`);
const groups = (text: string, size = 4, sign = " ") => text.match(new RegExp(`.{1,${size}}`, "g"))?.join(sign) ?? "";

describe("an address that we gave out", () => {
  test("is ours in every role, also one that was replaced", async () => {
    for (const place of [places.order, places.wallet, places.earlier, places.bitcoin, places.ethereum])
      expect(await verdicts(place)).toEqual(["ours given_out"]);
  });

  test.each<[string, (address: string) => string]>([
    ["in a sentence", (address) => `Pay to ${address}, please.`],
    ["as a wallet's URI", (address) => `tron:${address}?amount=500`],
    ["with slashes after the scheme", (address) => `TRON://${address}`],
    ["in groups", (address) => groups(address)],
    ["in groups inside a sentence", (address) => `Pay The sum To ${groups(address)} today`],
    ["in groups of five with hyphens", (address) => groups(address, 5, "-")],
    ["over two lines", (address) => groups(address, 20, "\r\n   ")],
    ["in quotes", (address) => `«${address}»`],
    ["with marks of direction around it", (address) => `\u2067${address}\u2069\u200f`],
    ["with zero-width spaces inside", (address) => groups(address, 6, "\u200b")],
    ["as code", (address) => `\`${address}\``],
    ["after a colon", (address) => `Address:${address}`],
  ])("is recognised %s", async (_form, written) => {
    for (const place of [places.order, places.wallet])
      expect(await verdicts(written(place))).toEqual(["ours given_out"]);
    expect(await verdicts(written(strange))).toEqual(["not_ours other"]);
  });

  test("is recognised in capitals, where its network does not tell them apart", async () => {
    for (const text of [
      places.bitcoin.toUpperCase(),
      `BITCOIN:${places.bitcoin.toUpperCase()}?AMOUNT=0.01`,
      places.ethereum.toLowerCase(),
      places.ethereum.toUpperCase(),
      `ethereum:${places.ethereum}@1?value=1`,
      `ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7@1/transfer?address=${places.ethereum}&uint256=1`,
    ])
      expect(await verdicts(text)).toEqual(["ours given_out"]);
    expect(await verdicts(places.wallet.toUpperCase())).toEqual(["not_ours mistyped"]);
  });

  test("stays ours when its order has ended", async () => {
    const { ref, token, order } = await executedOrder(service);
    await service.call("exchangeCancel", { token, body: { ref } });
    expect(await verdicts(String(order.payin.address))).toEqual(["ours given_out"]);
  });

  test("is answered alike whosever it is: its text, a verdict and a reason", async () => {
    const [ofWallet, other, nobody] = await Promise.all([places.wallet, places.order, strange].map(findings));
    expect(ofWallet).toEqual([
      { kind: "address", text: places.wallet, verdict: "ours", reason: "given_out", receipt: null },
    ]);
    expect(other).toEqual([
      { kind: "address", text: places.order, verdict: "ours", reason: "given_out", receipt: null },
    ]);
    expect(nobody).toEqual([{ kind: "address", text: strange, verdict: "not_ours", reason: "other", receipt: null }]);
  });
});

test("a page to pay at is ours at its exact address", async () => {
  const { ref } = await executedOrder(service);
  const page = "https://pay.gateway.test/session/Yh3k?lang=en";
  await service.ctx.db.orm.update(orders).set({ payinRedirectUrl: page }).where(eq(orders.ref, ref));
  expect(await verdicts(page)).toEqual(["ours given_out"]);
  expect(await verdicts(page.replace("Yh3k", "Yh3K"))).toEqual(["not_ours other"]);
});

test("an address that we send from is said to be one that nobody pays to", async () => {
  expect(await verdicts(places.hot)).toEqual(["ours pays_out"]);
});

test("an address that customers gave us is not ours", async () => {
  const { ref } = await executedOrder(service, { from: "paypal-usd", to: "usdt-trc20", amount: "100" });
  const [row] = await service.ctx.db.orm.select().from(orders).where(eq(orders.ref, ref));
  expect(await verdicts(String(row?.payoutAccount))).toEqual(["not_ours other"]);
  expect(await service.ctx.db.orm.select().from(outgoing).where(eq(outgoing.kind, "sweep"))).toEqual([]);
});

describe("a link to a messenger of ours", () => {
  beforeAll(() => {
    const { env } = service.ctx;
    const messengers = [
      { name: "Telegram", handle: "@Kursa_Help", url: "https://t.me/Kursa_Help" },
      { name: "WhatsApp", handle: "+7 999 123-45-67", url: null },
      { name: "Discord", handle: "Kursa", url: "https://discord.gg/aBcD" },
    ];
    env.COMPANY = { ...env.COMPANY, channels: { ...env.COMPANY.channels, messengers } };
  });

  test.each([
    "javascript://t.me/kursa_help",
    "intent://t.me/kursa_help#Intent;scheme=https;package=evil.app;end",
    "http://t.me/kursa_help",
    "https://t.me:8443/kursa_help",
    "https://kursa@t.me/kursa_help",
    "https://t.me/kursa_help/../evil_boss",
    "https://t.me/evil_boss/kursa_help",
    "https://wa.me/79991234568",
    "https://api.whatsapp.com/send?phone=79991234567&phone=79990000000",
    "javascript://discord.gg/aBcD",
    "https://discord.gg:444/aBcD",
    "https://discord.gg@evil.test/aBcD",
  ])("is not ours in another form: %s", async (text) => {
    expect((await verdicts(text)).every((verdict) => verdict.startsWith("not_ours"))).toBe(true);
  });

  test("is ours with its parameters in any order", async () => {
    expect(await verdicts("https://api.whatsapp.com/send?text=Hi&phone=%2B79991234567")).toEqual(["ours listed"]);
  });
});

test("a text made of beginnings of addresses is answered", async () => {
  expect(await verdicts("1 T 0x bc1 L M 3 ".repeat(580))).toEqual(["unknown nothing"]);
});
