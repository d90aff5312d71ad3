import type { RailDesk } from "../../registration.ts";
import { evmNode } from "../node.ts";
import { httpRpc } from "../rpc.ts";
import { evmNetwork, evmPayoutSettings } from "../settings.ts";
import { signApprovalsOf } from "./approvals.ts";
import { isOperatorsWord } from "./operators-word.ts";
import { payoutNode } from "./payout-node.ts";
import type { PayoutParts } from "./payout-parts.ts";
import { shownDestination } from "./shown-destination.ts";
import { signerClient } from "./signer-client.ts";

/** What paying out needs, from the settings; undefined where they name no signer. */
export function openPayoutParts(desk: RailDesk): PayoutParts | undefined {
  const settings = evmPayoutSettings(desk.env.railSettings);
  if (!settings) return undefined;
  const network = evmNetwork(desk.env.railSettings);
  const [url = "", secondUrl] = network.urls;
  const rpc = httpRpc(url);
  return {
    desk,
    network,
    fees: settings.fees,
    node: { ...evmNode(rpc), ...payoutNode(rpc) },
    ...(secondUrl !== undefined && { second: evmNode(httpRpc(secondUrl)) }),
    signer: signerClient(settings.socket),
    approvals: ({ id }) => signApprovalsOf(desk.db.orm, id),
    confirmed: (movement) => shownDestination(desk, movement),
    isOperatorsWord: (movement) => isOperatorsWord(desk, movement),
  };
}
