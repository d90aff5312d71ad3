import { expect, test } from "vitest";
import { thingsIn } from "./things-in-text.ts";

const thingsOf = (text: string) => thingsIn(text).map(({ kind, text: what }) => `${kind} ${what}`);

test("finds every kind of thing in a whole message, each once", () => {
  const message = `Hello, I am Kursa's manager (@kursa_help, https://t.me/kursa_boss).
    Pay to TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE or 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed,
    then open https://kursa-pay.example/order/7Q2M. or kursa.exampIe, write to help@kursa-mail.example!
    Order 7Q2M-K9XW-3T. Again: help@kursa-mail.example.`;
  expect(thingsOf(message).sort()).toEqual(
    [
      "messenger @kursa_help",
      "messenger https://t.me/kursa_boss",
      "address TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE",
      "address 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
      "link https://kursa-pay.example/order/7Q2M",
      "link kursa.exampIe",
      "email help@kursa-mail.example",
      "order 7Q2M-K9XW-3T",
    ].sort(),
  );
});

test.each([
  ["https://kursa.example@evil.example/sign-in", "evil.example"],
  ["https://user:kursa.example@evil.example", "evil.example"],
  ["HTTPS://Evil.Example/?next=kursa.example", "evil.example"],
  ["kursa.example:8443/order", "kursa.example"],
  ["https://kursа.example", "kursа.example"],
])("%s leads to %s", (text, host) => {
  expect(thingsIn(text)).toEqual([{ kind: "link", text, host }]);
});

test("a plain sentence has nothing to look up", () => {
  expect(thingsIn("Kursa manager: send to my card. Quick! 12.50 USD, e.g. today")).toEqual([]);
});

test("a signed statement is one thing, whatever it contains", () => {
  const receipt = '{"statement": {"issuer": "https://kursa.example"}, "signature": "x"}';
  expect(thingsOf(`See ${receipt} thanks`)).toEqual([`receipt ${receipt}`]);
});

test.each([
  ["№ 7Q2M\u2212K9XW\u22123T", "order 7Q2M\u2212K9XW\u22123T"],
  ["Заявка №７Ｑ２Ｍ－Ｋ９ＸＷ－３Ｔ。", "order 7Q2M-K9XW-3T"],
  ["ｓｕｐｐｏｒｔ＠kursa.example", "email support@kursa.example"],
  ["support＠ｋｕｒｓａ．example.", "email support@kursa.example"],
  ["7Q2M\u2212K9XW\u22123T5R\u2212A0D8\u22126Z6H", "code 7Q2M\u2212K9XW\u22123T5R\u2212A0D8\u22126Z6H"],
  ["ＴQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE", "address TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE"],
])("%j is looked up as %s, as the fields of forms read it", (text, thing) => {
  expect(thingsOf(text)).toEqual([thing]);
});
