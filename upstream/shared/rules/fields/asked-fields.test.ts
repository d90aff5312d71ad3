import { describe, expect, test } from "vitest";
import { type AskedAsset, askedFields, isAnswered, readAccount, readDetails, readMemo } from "./asked-fields.ts";

const usdt: AskedAsset = { kind: "crypto", network: "tron", needsMemo: false };
const paypal: AskedAsset = { kind: "ewallet", network: null, needsMemo: false };
const memoCoin: AskedAsset = { kind: "crypto", network: "bitcoin", needsMemo: true };
const tron = "TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE";

describe("the fields a pair asks for", () => {
  test.each([
    ["USDT to PayPal", usdt, paypal, ["payout.account", "payout.extra.full_name", "refund.account", "email"]],
    ["PayPal to USDT", paypal, usdt, ["payin.account", "payout.account", "email"]],
    ["to a coin with memos", paypal, memoCoin, ["payin.account", "payout.account", "payout.memo", "email"]],
    [
      "from a coin with memos",
      memoCoin,
      paypal,
      ["payout.account", "payout.extra.full_name", "refund.account", "refund.memo", "email"],
    ],
  ])("%s", (_name, from, to, names) => {
    expect(askedFields(from, to).map((field) => field.name)).toEqual(names);
  });
});

describe("the field values", () => {
  const fields = askedFields(usdt, paypal);

  test("are stored in canonical form, and only those asked for", () => {
    const typed = {
      payin: { account: "x@y.zz" },
      payout: { account: " A@Mail.com ", memo: "1", extra: { full_name: "Anna  Ivanova", other: "x" } },
      refund: { account: tron, memo: "7" },
      email: "a@mail.com",
    };
    expect(readDetails(fields, typed)).toEqual({
      payinAccount: null,
      payoutAccount: "A@mail.com",
      payoutMemo: null,
      payoutExtra: { full_name: "Anna Ivanova" },
      refundAccount: tron,
      refundMemo: null,
      payoutToWallet: false,
      refundToWallet: false,
      email: "a@mail.com",
    });
  });

  test("of a way that is not used, because the money goes into a wallet, are neither asked for nor stored", () => {
    const wallets = { payout: { account: "nonsense", extra: {}, wallet: true }, refund: { account: "", wallet: true } };
    expect(readDetails(fields, { ...wallets, email: "a@mail.com" })).toMatchObject({
      payoutAccount: null,
      refundAccount: null,
      payoutToWallet: true,
      refundToWallet: true,
    });
  });

  test("are complete when none is missing", () => {
    const details = {
      payinAccount: null,
      payoutAccount: "a@mail.com",
      payoutMemo: null,
      payoutExtra: { full_name: "Anna Ivanova" },
      refundAccount: tron,
      refundMemo: null,
      payoutToWallet: false,
      refundToWallet: false,
      email: "a@mail.com",
    };
    expect(isAnswered(fields, details)).toBe(true);
    expect(isAnswered(fields, { ...details, refundAccount: null, refundToWallet: true })).toBe(true);
    expect(isAnswered(fields, { ...details, payoutAccount: null, refundToWallet: true })).toBe(false);
    expect(isAnswered(fields, { ...details, refundAccount: null })).toBe(false);
    expect(isAnswered(fields, { ...details, payoutExtra: {} })).toBe(false);
  });

  test("report all missing fields at once", () => {
    const details = readDetails(fields, { payout: { account: "", extra: {} }, email: " " });
    expect(details).toEqual({
      errors: [
        { pointer: "/payout/account", code: "required" },
        { pointer: "/payout/extra/full_name", code: "required" },
        { pointer: "/refund/account", code: "required" },
        { pointer: "/email", code: "required" },
      ],
      accounts: { payinAccount: null, payoutAccount: null, refundAccount: null },
    });
  });

  test("report all invalid fields at once, each with its own code", () => {
    const details = readDetails(fields, {
      payout: { account: "nobody", extra: { full_name: "24" } },
      refund: { account: `${tron.slice(0, -1)}u` },
      email: "a@b",
    });
    expect(details).toEqual({
      errors: [
        { pointer: "/payout/account", code: "email_format" },
        { pointer: "/payout/extra/full_name", code: "name_format" },
        { pointer: "/refund/account", code: "address_checksum", meta: { network: "tron" } },
        { pointer: "/email", code: "email_format" },
      ],
      accounts: { payinAccount: null, payoutAccount: null, refundAccount: null },
    });
  });

  test.each([
    ["", { pointer: "/payout/memo", code: "required" }],
    ["1".repeat(121), { pointer: "/payout/memo", code: "too_long", meta: { max: "120" } }],
    ["one two", { pointer: "/payout/memo", code: "invalid" }],
  ])("memo %j is refused", (memo, error) => {
    const bitcoin = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
    const typed = { payin: { account: "a@b.co" }, payout: { account: bitcoin, memo, extra: {} }, email: "a@b.co" };
    expect(readDetails(askedFields(paypal, memoCoin), typed)).toEqual({
      errors: [error],
      accounts: { payinAccount: "a@b.co", payoutAccount: bitcoin, refundAccount: null },
    });
  });
});

test("an account changed later is validated by the same rules", () => {
  expect(readAccount("/refund/account", usdt, tron)).toBe(tron);
  expect(readAccount("/refund/account", usdt, "")).toEqual({ pointer: "/refund/account", code: "required" });
  expect(readAccount("/payout/account", paypal, "x")).toEqual({ pointer: "/payout/account", code: "email_format" });
});

test.each([
  ["104729", "104729"],
  ["Memo: 104729", "104729"],
  ["Tag:104729", "104729"],
  ["Destination Tag: 104729", "104729"],
  ["Мемо: 104729", "104729"],
  ["\u200b104729\u200e", "104729"],
  ["１０４７２９", "104729"],
  ["١٠٤٧٢٩", "104729"],
  ["memo104729", "memo104729"],
  ["10:47", "10:47"],
])("%j is the memo %s", (typed, memo) => {
  expect(readMemo("/payout/memo", typed)).toBe(memo);
});

test.each(["Memo:", "104 729", "104729 or 104730", "Memo: 1 Tag: 2", "\u200b"])("%j is no memo", (typed) => {
  expect(readMemo("/payout/memo", typed)).toEqual({ pointer: "/payout/memo", code: "invalid" });
});
