import type { Pair } from "../../../contract/market/pairs.ts";
import { statusPeriods } from "../../../contract/market/service-parts.ts";
import type { ServiceStatus } from "../../../contract/market/service-status.ts";
import { api } from "../../api/client.server.ts";
import { loadMarket } from "../../components/calculator/market.server.ts";
import type { Assets } from "../../components/summary/assets.ts";
import { log } from "../../http/log.server.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { env } from "../../settings/env.server.ts";
import { knownFigures, type Period } from "./known-figures.server.ts";

export type StatusParts = {
  period: Period;
  /** The asset of the reserve chart. */
  reserve: string | null;
  /** Null where nothing is known: the service has never answered. */
  status: ServiceStatus | null;
  /** False for the last known figures, while the service does not answer. */
  isCurrent: boolean;
  assets: Assets;
  pairs: Pair[];
};

/** It has everything that a shorter one has, as long as no more was measured. */
const longest = 90;
const lastFigures = knownFigures(env.DATA_DIR, log);

export async function statusPage(args: RouteArgs): Promise<StatusParts> {
  const query = new URL(args.request.url).searchParams;
  const period = statusPeriods.find((days) => String(days) === query.get("days")) ?? longest;
  const [response, market] = await Promise.all([
    api(args, "exchangeStatus", { query: { days: `${period}` } }),
    loadMarket(args),
  ]);
  const { id: requestId, receivedAt } = args.context;
  if (response.ok) await lastFigures.keep(period, response.data.data, { requestId, nowMs: receivedAt.getTime() });
  const status = response.ok ? response.data.data : await lastFigures.last(period);
  const { assets, pairs } = market.status === "unknown" ? { assets: [], pairs: [] } : market.reply.data;
  const reserveAssets = status?.reserves.map(({ asset }) => asset) ?? [];
  return {
    period,
    reserve: reserveAssets.find((asset) => asset === query.get("reserve")) ?? reserveAssets[0] ?? null,
    status,
    isCurrent: response.ok,
    assets: Object.fromEntries(assets.map((asset) => [asset.id, asset])),
    pairs,
  };
}
