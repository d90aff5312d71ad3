import { confirmations, type Killed, pause, type World } from "./world.ts";

export type Disturbances = { killed: Record<Killed, number>; reorganisations: number; poolsLost: number };
export const noDisturbances = (): Disturbances => ({
  killed: { service: 0, signer: 0, node: 0 },
  reorganisations: 0,
  poolsLost: 0,
});

const blockMs = 700;
/** Blocks that a killed node may come back without: fewer than make a payment final. */
const unsavedBlocks = 2;

/** Mines, and lets customers send again what the network has lost, until it is stopped. */
export function mineOn({ node, customers, onChain }: World): () => Promise<void> {
  let isRunning = true;
  const run = async () => {
    for (let block = 0; isRunning; block += 1) {
      await onChain(async () => {
        await node.chain.mine();
        if (block % unsavedBlocks === 0) await node.save();
      }).catch(() => undefined);
      await customers.sendAgain();
      await pause(blockMs);
    }
  };
  const running = run();
  return async () => {
    isRunning = false;
    await running;
  };
}

/**
 * One kill at a random moment of the round, beside reorganisations below the confirmations and lost pools. `random`: from 0 to 1.
 */
export async function disturb(world: World, victim: Killed, random: () => number, counts: Disturbances): Promise<void> {
  const kill = async () => {
    await pause(random() * 14_000);
    await world.kill[victim](random() * 3_000);
    counts.killed[victim] += 1;
  };
  const shake = async () => {
    for (let at = 0; at < 2; at += 1) {
      await pause(random() * 7_000);
      if (random() < 0.7) {
        const depth = 1 + Math.floor(random() * (confirmations - 1));
        // A node that was just restarted has no states to go back to.
        const isDone = await world
          .onChain(() => world.node.chain.reorganise(depth))
          .then(
            () => true,
            () => false,
          );
        if (isDone) counts.reorganisations += 1;
      } else {
        await world.onChain(() => world.node.losePool()).catch(() => undefined);
        counts.poolsLost += 1;
      }
    }
  };
  await Promise.all([kill(), shake()]);
}
