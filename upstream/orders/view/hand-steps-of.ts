import { handStepOf, statusesWithSteps } from "../../../contract/order/hand-steps.ts";
import type { HandStep } from "../../../contract/order/order-states.ts";
import type { Context } from "../../ports/context.ts";
import type { OrderRow } from "../order-facts-query.ts";

/** What people do by hand for these orders, where that says more than the status; orders without such a step are missing. */
export async function handStepsOf(
  rails: Pick<Context["rails"], "handSteps">,
  rows: readonly Pick<OrderRow, "ref" | "status">[],
): Promise<ReadonlyMap<string, HandStep>> {
  const inSteps = rows.filter(({ status }) => statusesWithSteps.includes(status));
  const steps = await rails.handSteps(inSteps.map(({ ref }) => ref));
  return new Map(
    inSteps.flatMap(({ ref, status }) => {
      const step = handStepOf({ status, step: steps.get(ref) });
      return step ? [[ref, step]] : [];
    }),
  );
}
