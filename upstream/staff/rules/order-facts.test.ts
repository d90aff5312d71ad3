import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { OrderStatus } from "../../../contract/order/order-states.ts";
import { machine } from "../../orders/rules/machine-table.ts";
import type { OrderEventName } from "../../orders/rules/order-event.ts";
import { vouched } from "./order-facts.ts";

/** Orders whose money is kept back, and what they become when it goes on. */
const heldBack: readonly OrderStatus[] = ["on_hold", "disputed"];
const goesOn: readonly OrderStatus[] = ["confirming", "processing", "sending", "refund_pending", "refunding"];

/** Events of operators that let held money go on and need no second person, each with its reason. */
const argued: Partial<Record<OrderEventName, string>> = {
  payment_vanished: "money is taken back; what remains had counted before",
  payment_reversed: "money is taken back; what remains had counted before",
  refund_done: "what has left is booked; the rest was the customer's before",
  dispute_lost: "money is taken back; what remains had counted before",
  payout_failed: "its rail is asked, and has not sent it",
  refund_failed: "its rail is asked, and has not sent it",
  operator_complete_payout: "what is left after a payout goes back to whoever paid",
};

/** Named in a command of operators. */
function isGivenByOperators(event: OrderEventName): boolean {
  return commandTexts.some((text) => text.includes(`"${event}"`));
}
const folder = "upstream/orders/commands";
const commandTexts = readdirSync(folder).map((file) => readFileSync(join(folder, file), "utf8"));

test("an operator's event that lets held money go on needs a second person, or is argued", () => {
  const events = Object.keys(vouched) as OrderEventName[];
  const lettingGo = events.filter((event) =>
    heldBack.some((status) => machine[status][event]?.to.some((next) => goesOn.includes(next))),
  );
  const unargued = lettingGo.filter(
    (event) => vouched[event] === null && isGivenByOperators(event) && argued[event] === undefined,
  );
  expect(unargued).toEqual([]);
  expect(Object.keys(argued).filter((event) => vouched[event as OrderEventName] !== null)).toEqual([]);
  expect(lettingGo).toContain("dispute_won");
});
