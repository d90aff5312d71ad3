import { useActionData } from "@remix-run/react";
import type { FormReply } from "../../../forms/reply.ts";
import type { CalculatorState } from "../calculator.server.ts";

/** The answer of a page that opens orders, or of the front in its place when too much is going on. */
type RefusedOrder = CalculatorState | { reply: FormReply };

/** The calculator of a refused form; undefined where the page keeps its own, with what was typed. */
export function useRefusedOrder(): CalculatorState | undefined {
  const actionData = useActionData<RefusedOrder>();
  return actionData && "status" in actionData ? actionData : undefined;
}

/** Whether the form was refused before anything was done with it. */
export function useIsBusy(): boolean {
  const actionData = useActionData<RefusedOrder>();
  return actionData !== undefined && "reply" in actionData;
}
