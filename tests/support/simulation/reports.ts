import type { OrderEvent } from "../../../upstream/orders/rules/order-event.ts";
import type { DepositReport } from "../../../upstream/ports/deposit-rail.ts";
import type { Chance } from "./chance.ts";

/** A rail tells that a movement has changed; the service reads what became of it. `wanted`: what it then knows, or more. */
export type MovementChanged = { name: "movement_changed"; id: string; wanted: "reverted" | "settled" | "returned" };
/** What a rail tells of a deposit to a wallet. */
export type DepositChanged = { name: "deposit_changed"; report: DepositReport };
export type WireEvent = OrderEvent | MovementChanged | DepositChanged;

/** A rail's report about an order, a withdrawal or a deposit. */
export type Report = {
  ref: string;
  /** Read at delivery; nothing when outdated by then. */
  event(): WireEvent | undefined;
  /** Not delivered before this holds: the rail reports in this order. */
  after?: () => boolean;
  /** A fact: repeated until accepted. Others may be lost for good. */
  isFact: boolean;
  /** It was delivered, with this response. */
  onDelivered?: (isAccepted: boolean) => void;
  attempts: number;
  dueAtTurn: number;
};

/** The channel from the rails to the service: reports arrive late, repeated, reordered or not at all. */
export type Wire = {
  put(report: Pick<Report, "ref" | "event" | "isFact"> & Partial<Report>): void;
  /** Tries what is due; `deliver` returns whether the service accepted it. */
  turn(deliver: (ref: string, event: WireEvent) => Promise<boolean>): Promise<void>;
  waiting(): readonly Report[];
  /** From now on nothing is lost, repeated or late. */
  calm(): void;
};

/** The error of an unreachable rail; the only one the service may log here. */
export const away = "the simulated rail is away";

/** How often a fact may be refused before it counts as a fault. */
const maxAttempts = 400;

export function openWire(luck: Chance, faults: string[]): Wire {
  let reports: Report[] = [];
  let turns = 0;
  let isCalm = false;

  const later = (report: Report, atLeast: number) => {
    report.dueAtTurn = turns + (isCalm ? 1 : atLeast + luck.between(0, 6));
    reports.push(report);
  };

  const deliverOne = async (report: Report, deliver: (ref: string, event: WireEvent) => Promise<boolean>) => {
    if (report.after && !report.after()) return later(report, 1);
    if (!isCalm && luck.percent(15)) return report.isFact ? later(report, 2) : undefined;
    if (!isCalm && luck.percent(20)) return later(report, 1);
    const event = report.event();
    if (!event) return;
    const isAccepted = await deliver(report.ref, event);
    report.onDelivered?.(isAccepted);
    if (isAccepted) {
      if (!isCalm && luck.percent(12)) later({ ...report, isFact: false, attempts: maxAttempts }, 0);
      return;
    }
    if (!report.isFact) return;
    report.attempts += 1;
    if (report.attempts > maxAttempts) faults.push(`${report.ref}: nobody takes the fact ${eventText(event)}`);
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

const eventText = (event: object) =>
  JSON.stringify(event, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value));
