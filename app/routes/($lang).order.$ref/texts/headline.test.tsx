import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { exampleOrder, exampleTx } from "../../../../tests/support/orders/example-order.ts";
import { textsFor } from "../../../i18n/texts/texts.server.ts";
import { TextsProvider, useTranslation } from "../../../i18n/translation.ts";
import { headlineOf } from "./headline.ts";

const rejected = exampleOrder({
  status: "on_hold",
  hold: { reason: "payout_error", since: "", action_by: "client", deadline: null, default: null, options: [] },
  refund: { ...exampleOrder().refund, txs: [exampleTx({ status: "failed" })] },
});

test.each([
  ["en", /another address/],
  ["ru", /другой адрес/],
] as const)("in %s, only a refund to an address can go to another one", (lang, another) => {
  function Next({ refund }: { refund: boolean }) {
    const { t } = useTranslation("order");
    return <>{headlineOf(t, rejected, { refundTo: "X" }, { payout: false, refund }).next}</>;
  }
  const next = (refund: boolean) =>
    renderToStaticMarkup(
      <TextsProvider value={textsFor(lang)}>
        <Next refund={refund} />
      </TextsProvider>,
    ).replaceAll("\u00a0", " ");
  expect(next(false)).toMatch(another);
  expect(next(true)).not.toMatch(another);
});
