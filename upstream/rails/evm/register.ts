import type { Context } from "../../ports/context.ts";
import type { PeriodicTask } from "../../ports/jobs.ts";
import { RailUnavailable } from "../../ports/rail.ts";
import type { RailDesk, RailRegistration } from "../registration.ts";
import { evmNode } from "./node.ts";
import { keepSending } from "./payouts/keep-sending.ts";
import { openPayoutParts } from "./payouts/open-parts.ts";
import type { PayoutParts } from "./payouts/payout-parts.ts";
import { evmOpenRail } from "./rail.ts";
import { httpRpc } from "./rpc.ts";
import { evmScanner } from "./scan/scanner.ts";
import { type EvmNetwork, evmNetwork, evmSettings } from "./settings.ts";
import { tellCredits } from "./tell/tell-credits.ts";
import { type ToldSweeps, tellGuard } from "./tell/tell-guard.ts";

/**
 * Ethereum, or a network like it: addresses below an account's public key, watched by one scanner with a book of its own
 * (docs/ethereum.md). It pays out where SIGNER_SOCKET names a signer.
 */
export const evmRegistration: RailRegistration = {
  name: "evm",
  settings: {
    schema: evmSettings,
    required: ["EVM_RPC_URL", "EVM_CHAIN_ID", "EVM_XPUB"],
    about: "money on Ethereum, or on a network like it; docs/ethereum.md",
  },
  open(desk) {
    const { network, node, scanner } = parts(desk);
    return evmOpenRail(desk, network, node, scanner, openPayoutParts(desk));
  },
  tasks(ctx) {
    const payouts = openPayoutParts(ctx);
    return [readingTask(ctx), ...(payouts ? [sendingTask(ctx, payouts)] : [])];
  },
};

/** A block of the main network takes twelve seconds, and each look at the newest one is a call that costs. */
const everySeconds = 4;
const sendingEverySeconds = 15;

function readingTask(ctx: Context): PeriodicTask {
  const { network, scanner } = parts(ctx);
  const told: ToldSweeps = new Map();
  let logged = "";
  const logOnce = (problem: string) => {
    if (problem !== logged && problem !== "") ctx.log.error({ rail: "evm" }, problem);
    logged = problem;
  };
  return {
    name: "ethereum",
    everySeconds,
    async run() {
      try {
        const { stopped, unexplained } = await scanner.pass();
        logOnce(stopped === null ? "" : `The rail evm is stopped: ${stopped}`);
        if (unexplained.length > 0) ctx.log.warn({ unexplained }, "addresses hold less than what came to them");
      } catch (error) {
        if (!(error instanceof RailUnavailable)) throw error;
        logOnce(error.message);
      }
      // What was read before is told while the node is away, too.
      await tellCredits(ctx, network);
      await tellGuard(ctx, told);
    },
  };
}

/** Sends again what is signed and not mined. */
function sendingTask(ctx: Context, payouts: PayoutParts): PeriodicTask {
  let logged = "";
  return {
    name: "ethereum payouts",
    everySeconds: sendingEverySeconds,
    async run() {
      try {
        await keepSending(payouts);
        logged = "";
      } catch (error) {
        if (!(error instanceof RailUnavailable)) throw error;
        if (error.message !== logged) ctx.log.error({ rail: "evm" }, error.message);
        logged = error.message;
      }
    },
  };
}

function parts(desk: RailDesk) {
  const network: EvmNetwork = evmNetwork(desk.env.railSettings);
  const nodes = network.urls.map((url) => evmNode(httpRpc(url)));
  const [node] = nodes;
  if (!node) throw new Error("The rail evm has no node");
  return { network, node, scanner: evmScanner(desk, network, nodes) };
}
