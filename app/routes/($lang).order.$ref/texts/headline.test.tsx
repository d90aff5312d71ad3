import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import type { Order } from "../../../../contract/order/order.ts";
import { exampleOrder, exampleTx } from "../../../../tests/support/orders/example-order.ts";
import { textsFor } from "../../../i18n/texts/texts.server.ts";
import { TextsProvider, useTranslation } from "../../../i18n/translation.ts";
import { waitsToBeSent } from "../order-facts.ts";
import { headlineOf } from "./headline.ts";

const rejected = exampleOrder({
  status: "on_hold",
  hold: { reason: "payout_error", since: "", action_by: "client", deadline: null, default: null, options: [] },
  refund: { ...exampleOrder().refund, txs: [exampleTx({ status: "failed" })] },
});

test.each([
  ["en", /another address/],
  ["ru", /другой адрес/],
] as const)("in %s, only a refund to an address can go to another one", (lang, anotherAddress) => {
  function Next({ refund }: { refund: boolean }) {
    const texts = { order: useTranslation("order").t, holds: useTranslation("holds").t };
    return <>{headlineOf(texts, rejected, { refundTo: "X" }, { payout: false, refund }).next}</>;
  }
  const next = (refund: boolean) =>
    renderToStaticMarkup(
      <TextsProvider value={textsFor(lang)}>
        <Next refund={refund} />
      </TextsProvider>,
    ).replaceAll("\u00a0", " ");
  expect(next(false)).toMatch(anotherAddress);
  expect(next(true)).not.toMatch(anotherAddress);
});

test("an order that is checked before anything was paid asks not to pay, and names no payment", () => {
  const hold = {
    reason: "aml_check",
    since: "",
    action_by: "operator",
    deadline: null,
    default: null,
    options: [],
  };
  const unpaid = exampleOrder({ status: "on_hold", hold, payin: { ...exampleOrder().payin, txs: [] } });
  const paid = exampleOrder({ status: "on_hold", hold, payin: { ...exampleOrder().payin, txs: [exampleTx()] } });
  function Headline({ order }: { order: typeof unpaid }) {
    const texts = { order: useTranslation("order").t, holds: useTranslation("holds").t };
    const { title, next } = headlineOf(texts, order, {}, { payout: false, refund: false });
    return <>{`${title}. ${next}`}</>;
  }
  const headline = (order: typeof unpaid) =>
    renderToStaticMarkup(
      <TextsProvider value={textsFor("en")}>
        <Headline order={order} />
      </TextsProvider>,
    ).replaceAll("\u00a0", " ");
  expect(headline(unpaid)).toMatch(/checking your order.*do not pay/i);
  expect(headline(paid)).toMatch(/checking your payment.*money stays with us/i);
});

describe.each([
  [
    "en",
    /next release of payouts/,
    /payouts are paused/,
    /usually takes a few minutes/,
    /up to 24 hours/,
    /waiting to be sent/,
    /sent and is being checked/,
  ],
  [
    "ru",
    /следующей партией выплат/,
    /приостановлены/,
    /несколько минут/,
    /до 24 часов/,
    /ожидает отправки/,
    /отправлен и проверяется/,
  ],
] as const)("in %s, an order", (lang, release, paused, minutes, hours, toSend, toCheck) => {
  const words = {
    account: "T…1",
    service: "TRON",
    refundTo: "a***@mail.com",
    refundService: "PayPal",
    payout: "5 USDT",
  };
  function textOf(order: Order): string {
    function Headline() {
      const texts = { order: useTranslation("order").t, holds: useTranslation("holds").t };
      const { title, next } = headlineOf(texts, order, words, { payout: false, refund: false });
      return <>{`${title}. ${next}`}</>;
    }
    const markup = renderToStaticMarkup(
      <TextsProvider value={textsFor(lang)}>
        <Headline />
      </TextsProvider>,
    );
    return markup.replaceAll("\u00a0", " ");
  }

  test("whose payout or refund waits says for what, and not that it is being sent", () => {
    const sending = exampleOrder({ status: "sending" });
    expect(textOf({ ...sending, waits_for: "release" })).toMatch(release);
    expect(textOf({ ...sending, waits_for: "paused" })).toMatch(paused);
    expect(textOf({ ...sending, waits_for: "release" })).toContain(words.account);
    const refund = textOf({ ...exampleOrder({ status: "refunding" }), waits_for: "paused" });
    expect([refund.includes("PayPal"), refund.includes(words.refundTo)]).toEqual([true, true]);
    expect(textOf({ ...sending, waits_for: null })).not.toMatch(release);
  });

  test("that a person has still to send is waiting to be sent, and once it was sent is being checked", () => {
    const by_hand = (step: string) => ({ step, by: "2026-11-22T00:00:00.000Z", usual_minutes: null });
    const sending = exampleOrder({ status: "sending" });
    expect(textOf({ ...sending, by_hand: by_hand("payout_to_send") })).toMatch(toSend);
    expect(waitsToBeSent({ ...sending, by_hand: by_hand("payout_to_send") })).toBe(true);
    expect(textOf({ ...sending, by_hand: by_hand("payout_to_confirm") })).toMatch(toCheck);
    expect(waitsToBeSent({ ...sending, by_hand: by_hand("payout_to_confirm") })).toBe(false);
    const refunding = exampleOrder({ status: "refunding" });
    expect(textOf({ ...refunding, by_hand: by_hand("refund_to_send") })).toMatch(toSend);
    expect(textOf({ ...refunding, by_hand: by_hand("refund_to_confirm") })).toMatch(toCheck);
  });

  test("in a check names minutes while it is automatic, and hours once our team reviews it", () => {
    const hold = { reason: "aml_check", since: "", action_by: "operator", deadline: null, default: null, options: [] };
    const checked = exampleOrder({ status: "on_hold", hold, payin: { ...exampleOrder().payin, txs: [exampleTx()] } });
    expect(textOf({ ...checked, waits_for: "check" })).toMatch(minutes);
    expect(textOf({ ...checked, waits_for: "review" })).toMatch(hours);
  });
});
