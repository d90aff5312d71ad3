import type { Traffic } from "../traffic.ts";
import { type Answer, type Step, textAnswer } from "../visit.ts";

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Unknown methods (TRACE) are refused before the request is read. */
export const methodStep: Step = ({ method }) =>
  methods.includes(method) ? undefined : textAnswer(405, "This method is not served.\n", { allow: methods.join(", ") });

/** Refuses requests under overload. Files, health and cached pages come before this step: they cost almost nothing. */
export function overloadStep(traffic: Traffic): Step {
  return (visit) => {
    if (traffic.isFull()) return overloaded();
    traffic.mayStream(visit);
    return undefined;
  };
}

function overloaded(): Answer {
  return textAnswer(503, "Too many requests at once. Try again in a few seconds.\n", {
    "retry-after": "5",
    "cache-control": "no-store",
  });
}
