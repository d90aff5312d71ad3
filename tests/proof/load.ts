import type { Order } from "../../contract/order/order.ts";
import { type Attempt, Customer } from "./customer.ts";

/** A customer's requests for an order, and which were acknowledged. */
export type OrderRecord = Attempt & {
  act: "leave" | "pay" | "refund";
  isExecuted: boolean;
  isPaid: boolean;
};
export type Load = {
  deeds: OrderRecord[];
  /** Resolves when this many orders are acknowledged. */
  hasServed(orders: number): Promise<void>;
  /** Stops new orders; resolves when the last customer has finished. */
  end(): Promise<void>;
};
/** A short summary of the results. */
export type Figures = {
  acknowledged: number;
  unanswered: number;
  paid: number;
  refunds: number;
  lost: number;
  doubled: number;
  stuck: number;
  refused: number;
};

export const noFigures = (): Figures => ({
  ...{ acknowledged: 0, unanswered: 0, paid: 0, refunds: 0 },
  ...{ lost: 0, doubled: 0, stuck: 0, refused: 0 },
});
export const wrongIn = ({ lost, doubled, stuck, refused }: Figures) => lost + doubled + stuck + refused;

/** Small and seeded; good enough to choose moments and actions. */
export function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** This many concurrent customers order, pay and request refunds; failures do not stop them. */
export function shopping(bases: () => readonly string[], random: () => number, customers: number): Load {
  const deeds: OrderRecord[] = [];
  let isOver = false;
  const shop = async () => {
    while (!isOver) {
      const all = bases();
      const base = all[Math.floor(random() * all.length)];
      // No response or an error: retries a moment later.
      const isServed = base !== undefined && (await visit(new Customer(base), deeds, random));
      if (!isServed) await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const shops = Array.from({ length: customers }, shop);
  return {
    deeds,
    async hasServed(orders) {
      while (deeds.filter(({ isExecuted }) => isExecuted).length < orders) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    async end() {
      isOver = true;
      await Promise.all(shops);
    },
  };
}

async function visit(customer: Customer, deeds: OrderRecord[], random: () => number): Promise<boolean> {
  const attempt = await customer.prepare().catch(() => undefined);
  if (!attempt) return false;
  const chance = random();
  const act = chance < 0.4 ? "pay" : chance < 0.6 ? "refund" : "leave";
  const deed: OrderRecord = { ...attempt, act, isExecuted: false, isPaid: false };
  deeds.push(deed);
  const executed = await customer.execute(deed).catch(() => undefined);
  deed.isExecuted = executed?.status === 200;
  if (!deed.isExecuted || act === "leave") return deed.isExecuted;
  const paid = await customer.pay(deed, act === "pay" ? "pay_exact" : "pay_partial").catch(() => undefined);
  deed.isPaid = paid?.status === 202;
  if (deed.isPaid && act === "refund") await customer.refund(deed).catch(() => undefined);
  return deed.isPaid;
}

/** Everything acknowledged exists once, and unanswered requests can be repeated with one effect. */
export async function examine(base: string, deeds: readonly OrderRecord[], figures: Figures): Promise<void> {
  const customer = new Customer(base);
  for (const deed of deeds) {
    figures[deed.isExecuted ? "acknowledged" : "unanswered"] += 1;
    await examineOne(customer, deed, figures);
  }
}

async function examineOne(customer: Customer, deed: OrderRecord, figures: Figures): Promise<void> {
  if (deed.isExecuted && (await customer.track(deed)).status === "draft") figures.lost += 1;
  const again = await retried(
    () => customer.execute(deed),
    ({ status }) => status === 200,
  );
  // The reserve may have run out since; unanswered requests may then be refused.
  const isRefused = !deed.isExecuted && again.body.code === "reserve_insufficient";
  if (isRefused) return;
  if (again.status !== 200) return tell(figures, "lost", deed, `execute again: ${again.status} ${again.body.code}`);
  if (deed.act === "leave") return;
  if (deed.act === "pay") await examinePayout(customer, deed, figures);
  else await examineRefund(customer, deed, figures);
}

async function examinePayout(customer: Customer, deed: OrderRecord, figures: Figures): Promise<void> {
  figures.paid += 1;
  if (!deed.isPaid) await customer.pay(deed).catch(() => customer.pay(deed));
  const order = await retried(
    () => customer.track(deed),
    ({ status }) => status === "completed" || status === "on_hold",
  );
  if (order.status !== "completed" && order.status !== "on_hold") tell(figures, "stuck", deed, order.status);
  if (order.status === "completed" && sent(order.payout.txs) !== 1) tell(figures, "doubled", deed, "payouts");
  if (order.payin.txs.length > 1) tell(figures, "doubled", deed, "payments");
}

async function examineRefund(customer: Customer, deed: OrderRecord, figures: Figures): Promise<void> {
  figures.refunds += 1;
  const before = await customer.track(deed);
  // Each partial payment in the panel is a new payment, so it is repeated only when none is seen. A pending one then
  // makes two, refunded together or separately.
  if (before.payin.txs.length === 0) await customer.pay(deed, "pay_partial");
  const order = await retried(
    async () => {
      const seen = await customer.track(deed);
      if (seen.actions.includes("request_refund")) await customer.refund(deed);
      return seen;
    },
    ({ status }) => status === "refunded",
  );
  if (order.status !== "refunded") return tell(figures, "stuck", deed, order.status);
  const refunds = sent(order.refund.txs);
  if (refunds < 1 || refunds > order.payin.txs.length) tell(figures, "doubled", deed, "refunds");
}

const sent = (txs: Order["payout"]["txs"]) => txs.filter(({ status }) => status === "sent").length;

function tell(
  figures: Figures,
  what: "lost" | "doubled" | "stuck" | "refused",
  { ref }: OrderRecord,
  words: string,
): void {
  figures[what] += 1;
  console.error(`${ref}: ${what}, ${words}`);
}

/**
 * Retries for at most a minute (a dead process's lease must expire) until an acceptable response; otherwise returns the
 * last.
 */
async function retried<T>(ask: () => Promise<T>, enough: (answer: T) => boolean): Promise<T> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const answer = await ask().catch(() => undefined);
    if (answer !== undefined && enough(answer)) return answer;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return ask();
}
