import type { SignerAssets } from "../../../../signer/protocol/answers.ts";
import type { EvmNetwork } from "../settings.ts";
import { transferGas } from "./fees.ts";

/**
 * Why the signer's settings do not fit this service's, as one sentence with every difference; null where they do. Another
 * contract would pay another token. More gas than is held in the ledger and looked for at the account could not be paid.
 */
export function signerFault(
  { chainId, native, tokens }: Pick<EvmNetwork, "chainId" | "native" | "tokens">,
  signer: SignerAssets,
): string | null {
  const ofTokens = [...tokens].flatMap(([asset, contract]) => assetFaults(signer, { asset, contract }));
  const faults = [...assetFaults(signer, { asset: native, contract: null }), ...ofTokens];
  if (signer.chain !== chainId) faults.unshift(`its chain is ${signer.chain} and EVM_CHAIN_ID ${chainId}`);
  return faults.length === 0 ? null : `The signer's settings do not fit: ${faults.join("; ")}.`;
}

function assetFaults(
  { assets }: SignerAssets,
  { asset, contract }: { asset: string; contract: string | null },
): string[] {
  const ofSigner = assets[asset];
  // It refuses such a payout by itself, and names the asset.
  if (!ofSigner) return [];
  const most = contract === null ? transferGas.coin : transferGas.token;
  const isOther = (ofSigner.contract?.toLowerCase() ?? null) !== contract;
  return [
    ...(isOther ? [`the contract of ${asset} is ${ofSigner.contract ?? "none"} and here ${contract ?? "none"}`] : []),
    ...(ofSigner.gas > most ? [`a transfer of ${asset} may use ${ofSigner.gas} units of gas and here ${most}`] : []),
  ];
}
