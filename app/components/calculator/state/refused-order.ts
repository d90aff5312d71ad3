import { useActionData } from "@remix-run/react";
import type { FormReply } from "../../../forms/reply.ts";
import type { CalculatorState } from "../calculator.server.ts";

/** The answer of a page that opens orders, or of the front in its place when too much is going on. */
type RefusedOrder = CalculatorState | { reply: FormReply };

/** The calculator of a refused form; undefined where the page keeps its own, with what was typed. */
export function useRefusedOrder(): CalculatorState | undefined {
  const answer = useActionData<RefusedOrder>();
  return answer && "status" in answer ? answer : undefined;
}

/** Whether the form was refused before anything was done with it. */
export function useIsBusy(): boolean {
  const answer = useActionData<RefusedOrder>();
  return answer !== undefined && "reply" in answer;
}
