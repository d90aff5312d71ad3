import type { OrderEventName } from "../order-event.ts";
import { defaultPolicy } from "../policy.ts";
import { assetsWithGas, worldWithGas } from "./gas-world.ts";
import { beginWithWallet } from "./order-wallets.ts";
import {
  apply,
  drain,
  execute,
  executeInvoice,
  executeTransfer,
  fund,
  moveOutOfReach,
  type OrderWorld,
  paypalToUsdt,
  sweep,
  usdtToPaypal,
  wait,
  worldAssets,
  worldOf,
} from "./order-world.ts";

const minutes = 60;
const hours = 60 * minutes;
const days = 24 * hours;

type Change = (world: OrderWorld) => void;
const after =
  (seconds: number): Change =>
  (world) =>
    wait(world, seconds);

/** Changes around an order before the next event. Each works on a shallow copy of the world. */
export const circumstances = {
  unchanged: () => {},
  "after-a-while": after(70 * minutes),
  "after-grace": after(3 * hours),
  "after-a-day": after(30 * hours),
  "after-days": after(10 * days),
  "rate-moved": (world) => {
    world.rate = "0.5000";
    wait(world, hours);
  },
  drained: (world) => {
    world.ledger = structuredClone(world.ledger);
    for (const { id, payoutRail } of Object.values(world.assets)) {
      sweep(world, id);
      drain(world, id);
      moveOutOfReach(world, id, payoutRail);
    }
  },
  funded: (world) => {
    world.ledger = structuredClone(world.ledger);
    for (const { id, payoutRail } of Object.values(world.assets)) fund(world, id, payoutRail, 10_000_000000n);
  },
} as const satisfies Record<string, Change>;
export type CircumstanceName = keyof typeof circumstances;

/** Those that can make a difference to an event. */
export function circumstancesOf(name: OrderEventName): readonly CircumstanceName[] {
  if (name === "hold_ended") return ["after-a-while", "after-days"];
  if (name.endsWith("_ended")) return ["after-a-day"];
  if (name === "payment_seen" || name === "payment_final") return ["unchanged", "after-grace", "rate-moved", "drained"];
  if (name === "payout_started" || name === "refund_started") return ["unchanged", "drained", "funded"];
  if (name === "reserve_back") return ["unchanged", "funded"];
  if (name === "payment_vanished") return ["unchanged", "after-a-day"];
  return name.startsWith("operator") || name === "request_refund" ? ["unchanged", "drained"] : ["unchanged"];
}

/** A wallet that charges for refunds and holds of one hour reach cases that the usual settings hide. */
const costly = { ...worldAssets, "paypal-usd": { ...paypalAsset(), refundFee: 20n } };
const shortHolds = { ...defaultPolicy, holdSeconds: hours };

/** Starting points of histories. */
export const startingPoints = {
  draft: () => worldOf(usdtToPaypal),
  crypto: () => began(worldWithGas(usdtToPaypal), execute),
  invoice: () =>
    began({ ...worldWithGas(paypalToUsdt), assets: assetsWithGas(costly), policy: shortHolds }, executeInvoice),
  transfer: () => began({ ...worldOf(paypalToUsdt), policy: shortHolds }, executeTransfer),
} as const;

/** Only for the paths of `rare-steps.ts`. */
export const rareBeginnings = {
  wallet: () => {
    const world = worldWithGas(usdtToPaypal);
    for (const event of beginWithWallet(world, 3)) apply(world, event);
    return world;
  },
} as const;

function began(world: OrderWorld, payin: typeof execute): OrderWorld {
  apply(world, payin);
  return world;
}

function paypalAsset() {
  const asset = worldAssets["paypal-usd"];
  if (!asset) throw new Error("There is no PayPal here");
  return asset;
}
