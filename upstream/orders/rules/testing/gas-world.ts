import { fund, type OrderWorld, type WorldAsset, worldAssets, worldOf } from "./order-world.ts";

/** The most that one transfer of USDT costs here, in TRX. */
export const gas = { asset: "trx", amount: 13n } as const;

const trx: WorldAsset = {
  ...{ id: "trx", kind: "crypto", network: "tron", needsMemo: false, decimals: 6, toleranceBps: 50, refundFee: 0n },
  ...{ payoutRail: "tron", gas, depositRails: ["tron"] },
};

/** Assets with a network whose fees are paid in another asset than the one that is sent. */
export function assetsWithGas(assets: Record<string, WorldAsset> = worldAssets): Record<string, WorldAsset> {
  const usdt = assets["usdt-trc20"];
  if (!usdt) throw new Error("There is no USDT here");
  return { ...assets, "usdt-trc20": { ...usdt, gas }, trx };
}

/** The world with such a network, and gas for some transfers. */
export function worldWithGas(direction: Parameters<typeof worldOf>[0], amount = 100n): OrderWorld {
  const world = { ...worldOf(direction), assets: assetsWithGas() };
  if (amount > 0n) fund(world, gas.asset, "tron", amount);
  return world;
}
