import { describe, expect, test } from "vitest";
import {
  handSteps,
  holdReasons,
  orderConditions,
  orderStatuses,
  sandboxEvents,
} from "../../../../contract/order/order-states.ts";
import enHolds from "../../../../locales/en/holds.json" with { type: "json" };
import en from "../../../../locales/en/order.json" with { type: "json" };
import ruHolds from "../../../../locales/ru/holds.json" with { type: "json" };
import ru from "../../../../locales/ru/order.json" with { type: "json" };

const sentence = expect.stringMatching(/\S+\s+\S+/);
const word = expect.stringMatching(/\S/);

describe.each([
  ["English", en, enHolds],
  ["Russian", ru, ruHolds],
])("the %s texts about an order", (_language, words, holds) => {
  test.each(orderStatuses)("explain status %s and the next step", (status) => {
    expect(words.status[status]).toEqual(word);
    expect(words.state[status]).toMatchObject({ title: sentence, next: sentence });
    expect(words.timeline.done[status]).toEqual(sentence);
  });

  test.each(holdReasons)("explain hold reason %s and what to do", (reason) => {
    expect(holds[reason].order).toMatchObject({ title: sentence, next: sentence });
  });

  test.each(orderConditions)("explain payment condition %s", (condition) => {
    expect(words.condition[condition]).toEqual(word);
  });

  test.each(handSteps)("explain what a person does: %s", (step) => {
    expect(words.hand[step]).toEqual(sentence);
  });

  test.each(sandboxEvents)("name sandbox event %s", (event) => {
    expect(words.sandbox[event]).toEqual(word);
  });
});
