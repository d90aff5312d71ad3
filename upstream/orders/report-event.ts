import type { ReportEvent } from "../ports/rail.ts";
import { isRefusal } from "../shared/rules/refusal.ts";
import { applyEvent, type EventContext } from "./apply-event.ts";

/** The callback by which rails report events to orders. */
export function eventReporter(ctx: EventContext): ReportEvent {
  return async (ref, event, acceptOnce) => {
    const result = await applyEvent(ctx, ref, event, "rail", acceptOnce);
    return isRefusal(result) ? result : undefined;
  };
}
