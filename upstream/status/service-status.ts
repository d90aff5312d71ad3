import { type PartState, partStates } from "../../contract/market/service-parts.ts";
import type { ServiceStatus } from "../../contract/market/service-status.ts";
import type { Context } from "../ports/context.ts";
import { readIncidents } from "./incidents.ts";
import { orderFigures } from "./order-figures.ts";
import { measuredSpan, partsByDay } from "./part-days.ts";
import { publishedReconciliations } from "./reconciled.ts";
import { reservesByDay } from "./reserves.ts";
import { worstOf } from "./worst-of.ts";

/** The public record of the last so many days, today included. */
export async function serviceStatus(ctx: Context, days: number, now: Date): Promise<ServiceStatus> {
  const parts = await partsByDay(ctx, days, now);
  const span = await measuredSpan(ctx);
  const incidents = await readIncidents(ctx.db.orm, now);
  const figures = await orderFigures(ctx, days, now);
  const reserves = await reservesByDay(ctx, now);
  const reconciled = await publishedReconciliations(ctx);
  // Planned work says what stands still by itself, through the parts.
  const open = incidents.filter(({ kind, ended_at }) => ended_at === null && kind !== "planned");
  const states = [...parts.map(({ state }) => state), ...open.map(({ kind }) => kind)].filter(isState);
  const state = worstOf(states);
  return { days, generated_at: now.toISOString(), state, ...span, parts, ...figures, reserves, reconciled, incidents };
}

const isState = (state: string | null): state is PartState => partStates.some((partState) => partState === state);
