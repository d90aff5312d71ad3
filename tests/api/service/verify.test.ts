import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { shownReceiptCode } from "../../../contract/order/receipt-code.ts";
import type { Finding } from "../../../contract/verify/verify.ts";
import { order as orders } from "../../../upstream/db/schema/orders.ts";
import { executedOrder, type OpenedOrder, openDraft, track } from "../../support/orders/order-steps.ts";
import { refused } from "../../support/service/api-client.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";

const logged: string[] = [];
const strange = "TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE";
let service: Exchange;
let order: OpenedOrder;
let address: string;

beforeAll(async () => {
  service = await exchange({
    settings: { PUBLIC_ORIGIN: "https://kursa.example" },
    onLog: (line) => logged.push(line),
  });
  order = await executedOrder(service);
  address = order.order.payin.address ?? "";
});

const check = async (text: string) => (await service.call("exchangeVerify", { body: { text } })).reply().data;
const verdicts = async (text: string) =>
  (await check(text)).findings.map(({ verdict, reason }: Finding) => `${verdict} ${reason}`);

describe("what somebody was sent", () => {
  test.each([
    ["https://kursa.example/En/order/7Q2MK9XW3T", "ours listed"],
    ["help.kursa.example", "ours listed"],
    ["support@kursa.example", "ours listed"],
    ["Support@Kursa.Example", "ours listed"],
    ["manager@kursa.example", "unknown own_domain"],
    ["https://kursa-pay.example/order/7Q2M", "not_ours name"],
    ["kursа.example", "not_ours letters"],
    ["kurssa.example", "not_ours spelling"],
    ["https://kursa.example@evil.test/", "not_ours other"],
    ["somebody@mail.test", "not_ours other"],
    ["@kursa_manager", "not_ours name"],
    [strange, "not_ours other"],
    [`${strange.slice(0, -1)}F`, "not_ours mistyped"],
    ["0XD8DA6BF26964AF9D7EED9E03E53415D37AA96045", "not_ours other"],
    ["7Q2M-K9XW-3T", "unknown order_number"],
    ["7Q2MK9XW3T", "unknown order_number"],
    ["TECHNOLOGY 0123456789", "unknown nothing"],
    ["Manager: send to my card", "unknown nothing"],
    ["somebody_else", "unknown bare_name"],
    ["+7 999 123-45-67", "unknown bare_name"],
    ["Kursa", "unknown bare_name"],
    ["kursa_manager", "not_ours name"],
    ["kursа", "not_ours letters"],
  ])("%s is %s", async (text, verdict) => {
    expect(await verdicts(text)).toEqual([verdict]);
  });

  test("is judged thing by thing, the worst first", async () => {
    const text = `support@kursa.example says: pay ${address}, order 7Q2M-K9XW-3T, or ${strange} at kursa-pay.example`;
    expect(await verdicts(text)).toEqual([
      "not_ours name",
      "not_ours other",
      "unknown order_number",
      "ours listed",
      "ours given_out",
    ]);
  });

  test("is checked up to the tenth thing", async () => {
    const text = Array.from({ length: 12 }, (_, at) => `site${at}.test`).join(" ");
    const { findings, left_off: leftOff } = await check(text);
    expect([findings.length, leftOff]).toEqual([10, 2]);
  });

  test("that is empty or too long is refused", async () => {
    for (const text of ["", "   ", "x".repeat(10_001)]) {
      expect(refused(await service.ask("exchangeVerify", { body: { text } }))).toMatchObject({
        code: "validation_failed",
      });
    }
  });
});

describe("an address of an order", () => {
  test("is ours, and nothing says whose, how much or since when", async () => {
    expect(await check(address)).toEqual({
      findings: [{ kind: "address", text: address, verdict: "ours", reason: "given_out", receipt: null }],
      left_off: 0,
    });
    const answers = await Promise.all(
      [address, strange].map((text) => service.call("exchangeVerify", { body: { text } })),
    );
    const shapes = answers.map((response) => Object.keys(response.reply().data.findings[0] ?? {}));
    expect(shapes[0]).toEqual(shapes[1]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]?.text).not.toMatch(new RegExp(`${order.ref}|500|anna`));
  });

  test("is ours in capitals too, as QR codes have it", async () => {
    const { payin } = (await executedOrder(service, { from: "btc", amount: "0.01" })).order;
    expect(await verdicts(String(payin.address).toUpperCase())).toEqual(["ours given_out"]);
  });

  test("is not ours before it was shown to a customer", async () => {
    const draft = await openDraft(service);
    const issued = "TWd4WrZ9wn84f5x1hZhL4DHvk738ns5jwb";
    // A rail may have issued an address for a draft that was never executed.
    await service.ctx.db.orm.update(orders).set({ payinAddress: issued }).where(eq(orders.ref, draft.ref));
    expect(await verdicts(issued)).toEqual(["not_ours other"]);
  });

  test("stays in no log", async () => {
    await check(`${address} and secret-word.test`);
    expect(logged.join("\n")).not.toMatch(new RegExp(`${address}|secret-word`));
  });
});

describe("a messenger of ours", () => {
  const messengers = [
    { name: "Telegram", handle: "@Kursa_Help", url: "https://t.me/Kursa_Help" },
    { name: "WhatsApp", handle: "+7 999 123-45-67", url: null },
    { name: "Discord", handle: "Kursa", url: "https://discord.gg/aBcD" },
  ];

  beforeAll(() => {
    const { env } = service.ctx;
    env.COMPANY = { ...env.COMPANY, channels: { ...env.COMPANY.channels, messengers } };
  });

  test.each([
    ["@kursa_help", "ours listed"],
    ["@KURSA_HELP.", "ours listed"],
    [" Kursa_Help ", "ours listed"],
    ["kursа_help", "not_ours letters"],
    ["+7 (999) 123-45-67", "ours listed"],
    ["79991234567", "ours listed"],
    ["79991234568", "unknown bare_name"],
    ["t.me/kursa_help", "ours listed"],
    ["HTTPS://T.ME/KURSA_HELP", "ours listed"],
    ["https://www.telegram.me/kursa_help?start=order", "ours listed"],
    ["https://wa.me/79991234567", "ours listed"],
    ["https://api.whatsapp.com/send?phone=+79991234567", "ours listed"],
    ["https://discord.gg/aBcD", "ours listed"],
    ["https://discord.gg/abcd", "not_ours other"],
    ["https://vk.com/kursa_help", "not_ours name"],
    ["https://wa.me/kursa_help", "not_ours name"],
    ["https://t.me/79991234567", "not_ours other"],
    ["@kursа_help", "not_ours letters"],
    ["@kursa_help2", "not_ours name"],
  ])("%s is %s", async (text, verdict) => {
    expect(await verdicts(text)).toEqual([verdict]);
  });
});

test("a pasted receipt is ours as it was signed, and not after a change", async () => {
  const { payin } = await track(service, order);
  const text = JSON.stringify(payin.signature, null, 2);
  expect(await verdicts(`Look: ${text}`)).toEqual(["ours signed"]);
  expect(await verdicts(text.replace(address, strange))).toEqual(["not_ours changed"]);
});

describe("the check code of a printed receipt", () => {
  const paper = async () =>
    (await service.call("receipt", { query: { ref: order.ref }, token: order.token })).reply().data;
  const codeOf = async () => (await paper()).check_code;

  test("is answered with what the receipt says, and with nothing about a person or an account", async () => {
    const { check_code: code, order: printed } = await paper();
    const { findings } = await check(code);
    expect(findings).toEqual([
      {
        ...{ kind: "code", text: code, verdict: "ours", reason: "issued" },
        receipt: {
          ...{ order: printed.ref, status: printed.status, created_at: printed.created_at },
          from: { asset: printed.from.asset, amount: printed.from.amount, received: printed.from.received },
          to: { asset: printed.to.asset, amount: printed.to.amount, sent: printed.to.sent },
        },
      },
    ]);
    expect(JSON.stringify(findings)).not.toMatch(new RegExp(`anna|Anna|${address}|${order.token}`));
  });

  test("is read as it was written or typed, and in the link of the QR code, which is judged as well", async () => {
    const code = await codeOf();
    const dashed = shownReceiptCode(code);
    for (const text of [dashed, dashed.toLowerCase(), dashed.replaceAll("-", " "), `Code: ${dashed}.`, `see ${code}`])
      expect(await verdicts(text), text).toEqual(["ours issued"]);
    expect(await verdicts(`https://kursa.example/verify?receipt=${dashed}`)).toEqual(["ours issued", "ours listed"]);
    expect(await verdicts(`https://kursa-pay.example/verify?receipt=${dashed}`)).toEqual([
      "not_ours name",
      "ours issued",
    ]);
  });

  test("with any other character is not ours, also with the number of an order that exists", async () => {
    const code = await codeOf();
    for (let place = 0; place < 15; place++) {
      const other = code[place] === "7" ? "8" : "7";
      const wrong = code.slice(0, place) + other + code.slice(place + 1);
      expect(await verdicts(shownReceiptCode(wrong)), wrong).toEqual(["not_ours no_code"]);
    }
    for (const wrong of [`${order.ref}7777777777`, `${code.slice(0, 10)}${code.slice(15)}${code.slice(10, 15)}`])
      expect(await verdicts(shownReceiptCode(wrong))).toEqual(["not_ours no_code"]);
  });

  test("opens no order", async () => {
    const token = await codeOf();
    for (const wrong of [token, token.toLowerCase()])
      expect(refused(await service.ask("exchangeTrack", { query: { ref: order.ref }, token: wrong })).code).toBe(
        "not_found",
      );
  });

  test("of a receipt from before the order changed says so, and not what has changed", async () => {
    const opened = await executedOrder(service);
    const receipt = () => service.call("receipt", { query: { ref: opened.ref }, token: opened.token });
    const before = (await receipt()).reply().data.check_code;
    await service.call("sandboxEvents", {
      token: opened.token,
      body: { ref: opened.ref, event: "pay_exact", amount: null },
    });
    expect((await check(before)).findings).toEqual([
      { kind: "code", text: before, verdict: "unknown", reason: "outdated", receipt: null },
    ]);
    expect(await verdicts((await receipt()).reply().data.check_code)).toEqual(["ours issued"]);
  });

  test("made with an older secret is ours until that is dropped", async () => {
    const { env } = service.ctx;
    const secrets = env.ORDER_LINK_SECRETS;
    const code = await codeOf();
    const newest = "a-newer-secret-of-at-least-32-characters";
    onTestFinished(() => {
      env.ORDER_LINK_SECRETS = secrets;
    });
    env.ORDER_LINK_SECRETS = [newest, ...secrets];
    expect(await verdicts(code)).toEqual(["ours issued"]);
    env.ORDER_LINK_SECRETS = [newest];
    expect(await verdicts(code)).toEqual(["not_ours no_code"]);
  });

  test("is not seen in five words of four letters, nor in the number of a card or an account", async () => {
    for (const text of ["that were seen back then", "1234 5678 9012 3456 7890", "DE89 3704 0044 0532 0130 00"])
      expect((await verdicts(text)).join(), text).not.toContain("code");
  });
});

test("a network may ask 20 times an hour", async () => {
  const limited = await exchange({ settings: { RATE_LIMITS: "on" } });
  for (let call = 0; call < 20; call++) await limited.call("exchangeVerify", { body: { text: "paypal.com" } });
  const response = await limited.ask("exchangeVerify", { body: { text: "paypal.com" } });
  expect(refused(response)).toMatchObject({ code: "too_many_requests" });
  expect(response.problem().retry_after_seconds).toBeGreaterThan(0);
});
