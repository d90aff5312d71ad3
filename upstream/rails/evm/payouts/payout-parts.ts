import type { SignApproval } from "../../../../signer/protocol/sign-request.ts";
import type { RailMovement } from "../../../ports/payout-rail.ts";
import type { RailDesk } from "../../registration.ts";
import type { EvmNode } from "../node.ts";
import type { EvmNetwork } from "../settings.ts";
import type { PayoutNode } from "./payout-node.ts";
import type { SignerClient } from "./signer-client.ts";

/** Where a movement was confirmed to go, as the signer is shown it. `amount`: null where any amount is confirmed. */
export type ShownDestination = { account: string; amount: bigint | null; memo: string | null };

/** What paying out needs. `confirmed`: undefined where nothing was confirmed; then the signer wants operators' approvals. */
export type PayoutParts = {
  desk: Pick<RailDesk, "db" | "clock">;
  network: EvmNetwork;
  fees: FeeLimits;
  node: EvmNode & PayoutNode;
  /** Missing where the settings name one node. What it has not confirmed is not final. */
  second?: Pick<EvmNode, "receipts">;
  signer: SignerClient;
  /** What operators have signed for it. */
  approvals(movement: Pick<RailMovement, "id">): Promise<SignApproval[]>;
  confirmed(movement: Pick<RailMovement, "id">): Promise<ShownDestination | undefined>;
  /** Whether an operator's word has caused it, or said where it goes: then it needs operators' approvals at any amount. */
  isOperatorsWord(movement: Pick<RailMovement, "id">): Promise<boolean>;
};

/** Wei for a unit of gas: never less is offered, and never more, however long a payout waits. */
type FeeLimits = { floor: bigint; cap: bigint };
