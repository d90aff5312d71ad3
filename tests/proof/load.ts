import type { Order } from "../../contract/order/order.ts";
import { type Attempt, Customer } from "./customer.ts";

/** What a customer did with an order, and what of it was answered with a yes. */
export type Deed = Attempt & {
  wish: "leave" | "pay" | "refund";
  isExecuted: boolean;
  isPaid: boolean;
};
export type Load = {
  deeds: Deed[];
  /** Resolves when so many orders have been acknowledged. */
  hasServed(orders: number): Promise<void>;
  /** No new orders; resolves when the last customer has gone. */
  end(): Promise<void>;
};
/** A short story of what the proof found, to be printed. */
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

/** Small and seeded; good enough to choose moments and wishes. */
export function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** So many customers at once, who order, pay and take back; nothing that fails disturbs them. */
export function shopping(bases: () => readonly string[], random: () => number, customers: number): Load {
  const deeds: Deed[] = [];
  let isOver = false;
  const shop = async () => {
    while (!isOver) {
      const all = bases();
      const base = all[Math.floor(random() * all.length)];
      // Nobody is there to be asked, or whoever is there is not well: the next try is a moment later.
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

async function visit(customer: Customer, deeds: Deed[], random: () => number): Promise<boolean> {
  const attempt = await customer.prepare().catch(() => undefined);
  if (!attempt) return false;
  const chance = random();
  const wish = chance < 0.4 ? "pay" : chance < 0.6 ? "refund" : "leave";
  const deed: Deed = { ...attempt, wish, isExecuted: false, isPaid: false };
  deeds.push(deed);
  const executed = await customer.execute(deed).catch(() => undefined);
  deed.isExecuted = executed?.status === 200;
  if (!deed.isExecuted || wish === "leave") return deed.isExecuted;
  const paid = await customer.pay(deed, wish === "pay" ? "pay_exact" : "pay_partial").catch(() => undefined);
  deed.isPaid = paid?.status === 202;
  if (deed.isPaid && wish === "refund") await customer.refund(deed).catch(() => undefined);
  return deed.isPaid;
}

/** Everything that was said yes to is there once, and whatever got no answer can be asked again and is done once. */
export async function examine(base: string, deeds: readonly Deed[], figures: Figures): Promise<void> {
  const customer = new Customer(base);
  for (const deed of deeds) {
    figures[deed.isExecuted ? "acknowledged" : "unanswered"] += 1;
    await examineOne(customer, deed, figures);
  }
}

async function examineOne(customer: Customer, deed: Deed, figures: Figures): Promise<void> {
  if (deed.isExecuted && (await customer.track(deed)).status === "draft") figures.lost += 1;
  const again = await retried(
    () => customer.execute(deed),
    ({ status }) => status === 200,
  );
  // Our own money may have run out since; what was never answered may be refused for that.
  const isRefused = !deed.isExecuted && again.body.code === "reserve_insufficient";
  if (isRefused) return;
  if (again.status !== 200) return tell(figures, "lost", deed, `execute again: ${again.status} ${again.body.code}`);
  if (deed.wish === "leave") return;
  if (deed.wish === "pay") await examinePayout(customer, deed, figures);
  else await examineRefund(customer, deed, figures);
}

async function examinePayout(customer: Customer, deed: Deed, figures: Figures): Promise<void> {
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

async function examineRefund(customer: Customer, deed: Deed, figures: Figures): Promise<void> {
  figures.refunds += 1;
  const before = await customer.track(deed);
  // A partial payment of the panel is a new one at each press, so it is made again only where none is seen. One that
  // is still on its way then makes two, and they go back in one refund or in two, by when the second was seen.
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

function tell(figures: Figures, what: "lost" | "doubled" | "stuck" | "refused", { ref }: Deed, words: string): void {
  figures[what] += 1;
  console.error(`${ref}: ${what}, ${words}`);
}

/**
 * Asks again for at most a minute (a dead process's lease must run out), until there is an answer that will do; else
 * the last one.
 */
async function retried<T>(ask: () => Promise<T>, enough: (answer: T) => boolean): Promise<T> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const answer = await ask().catch(() => undefined);
    if (answer !== undefined && enough(answer)) return answer;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return ask();
}
