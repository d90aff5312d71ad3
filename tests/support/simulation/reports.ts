import type { OrderEvent } from "../../../upstream/domain/order-event.ts";
import type { Chance } from "./chance.ts";

/** What a rail has to say about an order. */
export type Report = {
  ref: string;
  /** Read anew when it is delivered; nothing when it is out of date by then. */
  event(): OrderEvent | undefined;
  /** Must not be delivered before this is so: the rail itself tells things in this order. */
  after?: () => boolean;
  /** A fact: told again until it is taken. Others may be lost for good. */
  isFact: boolean;
  /** It has been delivered, and this was the answer. */
  heard?: (isTaken: boolean) => void;
  attempts: number;
  dueAtTurn: number;
};

/** The way from the rails to the service: what is put in comes out late, twice, in another order, or not at all. */
export type Wire = {
  put(report: Pick<Report, "ref" | "event" | "isFact"> & Partial<Report>): void;
  /** Tries what is due; `deliver` answers whether the service took it. */
  turn(deliver: (ref: string, event: OrderEvent) => Promise<boolean>): Promise<void>;
  waiting(): readonly Report[];
  /** From now on nothing is lost, repeated or late any more, as after a quiet day. */
  calm(): void;
};

/** What a rail that cannot be reached says; the one trouble that the service may log here. */
export const away = "the simulated rail is away";

/** So often a fact is refused before that is called a fault. */
const patience = 400;

export function openWire(luck: Chance, faults: string[]): Wire {
  let reports: Report[] = [];
  let turns = 0;
  let isCalm = false;

  const later = (report: Report, atLeast: number) => {
    report.dueAtTurn = turns + (isCalm ? 1 : atLeast + luck.between(0, 6));
    reports.push(report);
  };

  const deliverOne = async (report: Report, deliver: (ref: string, event: OrderEvent) => Promise<boolean>) => {
    if (report.after && !report.after()) return later(report, 1);
    if (!isCalm && luck.percent(15)) return report.isFact ? later(report, 2) : undefined;
    if (!isCalm && luck.percent(20)) return later(report, 1);
    const event = report.event();
    if (!event) return;
    const isTaken = await deliver(report.ref, event);
    report.heard?.(isTaken);
    if (isTaken) {
      if (!isCalm && luck.percent(12)) later({ ...report, isFact: false, attempts: patience }, 0);
      return;
    }
    if (!report.isFact) return;
    report.attempts += 1;
    if (report.attempts > patience) faults.push(`${report.ref}: nobody takes the fact ${shown(event)}`);
    else later(report, 2);
  };

  return {
    put: (report) => later({ attempts: 0, dueAtTurn: 0, ...report }, 0),
    async turn(deliver) {
      turns += 1;
      const due = reports.filter((report) => report.dueAtTurn <= turns);
      reports = reports.filter((report) => report.dueAtTurn > turns);
      for (const report of isCalm ? due : luck.shuffled(due)) await deliverOne(report, deliver);
    },
    waiting: () => reports,
    calm: () => {
      isCalm = true;
      for (const report of reports) report.dueAtTurn = turns + 1;
    },
  };
}

const shown = (event: object) =>
  JSON.stringify(event, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value));
