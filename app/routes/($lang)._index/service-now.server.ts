import { partStates, type ServicePart } from "../../../contract/market/service-parts.ts";
import { api } from "../../api/client.server.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";

/** `unmeasured`: the last measurement is too old to tell about now. Null where there is none. */
export type ServiceNow = {
  state: (typeof partStates)[number] | "unmeasured";
  /** What does not work as it should; left out where everything does, or an incident says it and no measurement. */
  part?: ServicePart;
  checkedAt: string;
} | null;

/** Measured once a minute, so an answer may be this old. */
const keptMs = 15_000;
let last: { now: ServiceNow; askedMs: number } | undefined;

/** How the service works, as its status page says. */
export async function serviceNow(args: RouteArgs): Promise<ServiceNow> {
  const nowMs = args.context.receivedAt.getTime();
  if (last && Math.abs(nowMs - last.askedMs) < keptMs) return last.now;
  const response = await api(args, "exchangeStatus", { query: { days: "7" } });
  if (!response.ok) return null;
  const { state, parts, checked_at: checkedAt } = response.data.data;
  const isMeasured = parts.some((part) => part.state !== null);
  const partState = partStates.find((candidate) => candidate === state) ?? "works";
  const part = partState === "works" ? undefined : firstIn(partState, parts);
  const now = checkedAt && {
    ...(part && { part }),
    state: partState === "works" && !isMeasured ? ("unmeasured" as const) : partState,
    checkedAt,
  };
  last = { now: now || null, askedMs: nowMs };
  return last.now;
}

/** Payouts first: customers wait for them. */
const partsBySeverity: readonly ServicePart[] = ["payouts", "orders", "coins", "invoices"];

/** The part whose state this is, as the status page measures it. */
export function firstIn(
  state: string,
  parts: readonly { part: string; state: string | null }[],
): ServicePart | undefined {
  return partsBySeverity.find((name) => parts.some((row) => row.part === name && row.state === state));
}
