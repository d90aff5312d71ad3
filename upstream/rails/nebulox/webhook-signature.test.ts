import { expect, test } from "vitest";
import { signWebhook, verifiedWebhook } from "./webhook-signature.ts";

/** The example published with the Standard Webhooks libraries. */
const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const stamp = { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", timestampSeconds: 1614265330 };
const body = new TextEncoder().encode('{"test": 2432232314}');
const signature = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
const now = new Date(stamp.timestampSeconds * 1000);
const sent = (other: Record<string, string> = {}) =>
  new Headers({ "webhook-id": stamp.id, "webhook-timestamp": "1614265330", "webhook-signature": signature, ...other });

test("the signature equals the specification's example", () => {
  expect(signWebhook(secret, stamp, body)).toBe(signature);
  expect(verifiedWebhook([secret], sent(), body, now)).toBe(stamp.id);
});

test("one valid signature of several suffices, with any of the secrets", () => {
  const several = sent({ "webhook-signature": `v1,AAAA v2,${signature} v1a,b ${signature}` });
  expect(verifiedWebhook(["whsec_bm90IHRoaXMgb25lIG5vdCB0aGlzIG9uZQ==", secret], several, body, now)).toBe(stamp.id);
});

test("the timestamp may differ from our clock by at most 300 seconds", () => {
  for (const [seconds, id] of [
    [300, stamp.id],
    [-300, stamp.id],
    [301, undefined],
    [-301, undefined],
  ] as const) {
    expect(verifiedWebhook([secret], sent(), body, new Date(now.getTime() + seconds * 1000))).toBe(id);
  }
});

test.each<[string, Record<string, string>]>([
  ["no signature", { "webhook-signature": "" }],
  ["half a signature", { "webhook-signature": signature.slice(0, 20) }],
  ["another version of it", { "webhook-signature": signature.replace("v1", "v2") }],
  ["another id", { "webhook-id": "msg_other" }],
  ["no id", { "webhook-id": "" }],
  ["another time", { "webhook-timestamp": "1614265331" }],
  ["a time that is none", { "webhook-timestamp": "1614265330.5" }],
])("%s is rejected", (_, headers) => {
  expect(verifiedWebhook([secret], sent(headers), body, now)).toBeUndefined();
});

test("another body or no secret is rejected", () => {
  expect(verifiedWebhook([secret], sent(), new TextEncoder().encode('{"test": 2432232315}'), now)).toBeUndefined();
  expect(verifiedWebhook([], sent(), body, now)).toBeUndefined();
});
