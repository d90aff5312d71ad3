import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { statusPeriods } from "../../../contract/market/service-parts.ts";
import { type ServiceStatus, statusReply } from "../../../contract/market/service-status.ts";

export type Period = (typeof statusPeriods)[number];
/** The request that got the figures. */
type Asked = { requestId: string; nowMs: number };
type Warnings = { warn(facts: object, text: string): void };

/** Figures change with each order; a file that is some minutes old is enough for an outage. */
const writtenEveryMs = 5 * 60 * 1000;

/**
 * The last figures of each period, for the time in which the service does not answer. Kept as files too, so that a site that
 * is started during an outage has them.
 */
export function knownFigures(folder: string, log: Warnings) {
  const figuresByPeriod = new Map<Period, ServiceStatus>();
  const writtenMs = new Map<Period, number>();
  const fileOf = (period: Period) => join(folder, `status-${period}-days.json`);

  async function write(period: Period, figures: ServiceStatus): Promise<void> {
    const file = fileOf(period);
    await mkdir(folder, { recursive: true });
    // Another process of the site may write it too, and a reader must see a whole one.
    const unfinished = `${file}.${process.pid}`;
    await writeFile(unfinished, JSON.stringify({ data: figures }));
    await rename(unfinished, file);
  }

  return {
    async keep(period: Period, figures: ServiceStatus, { requestId, nowMs }: Asked): Promise<void> {
      figuresByPeriod.set(period, figures);
      if (nowMs - (writtenMs.get(period) ?? Number.NEGATIVE_INFINITY) < writtenEveryMs) return;
      writtenMs.set(period, nowMs);
      // The page does without: a site may have no folder to write to.
      await write(period, figures).catch((error: unknown) => {
        log.warn({ request_id: requestId, err: error }, "figures not kept");
      });
    },

    async last(period: Period): Promise<ServiceStatus | null> {
      const inMemory = figuresByPeriod.get(period);
      if (inMemory) return inMemory;
      const text = await readFile(fileOf(period), "utf8").catch(() => null);
      return text === null ? null : figuresIn(text);
    },
  };
}

/** Null for a file of another version, or one that was changed. */
function figuresIn(text: string): ServiceStatus | null {
  try {
    return statusReply.safeParse(JSON.parse(text)).data?.data ?? null;
  } catch {
    return null;
  }
}
