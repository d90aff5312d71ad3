import { z } from "zod/v4";
import { readEthereumAddress } from "../../shared/rules/addresses/ethereum.ts";
import { type AccountKey, type AccountKeyFault, readAccountKey } from "./account-key.ts";

const xpubFaults: Readonly<Record<AccountKeyFault, string>> = {
  private_key: "is a private key. Only the account's extended PUBLIC key (xpub) belongs here; treat that key as leaked",
  not_an_xpub: "must be the extended public key (xpub) of the account m/44'/60'/n'",
  wrong_depth: "must be the key of the account m/44'/60'/n', not of a level above or below",
};

const rpcUrls = z
  .string()
  .transform((text) => text.split(",").map((part) => part.trim()))
  .refine((urls) => urls.every(isHttp), { error: "must be one or two http or https URLs, separated by a comma" })
  .refine((urls) => urls.length <= 2 && new Set(urls).size === urls.length, {
    error: "must be at most two different URLs: the node, and one to compare with",
  });

/** Keys by their text: each part of the rail reads the settings anew, and the first addresses of a key take milliseconds. */
const readKeys = new Map<string, AccountKey>();

const accountKey = z.string().transform((text, checked): AccountKey => {
  const key = readKeys.get(text) ?? readAccountKey(text.trim());
  if (typeof key === "object") {
    readKeys.set(text, key);
    return key;
  }
  checked.addIssue({ code: "custom", message: xpubFaults[key] });
  return z.NEVER;
});

/** Contracts by asset, in small letters. */
const tokens = z.string().transform((text, checked): ReadonlyMap<string, string> => {
  const contracts = new Map<string, string>();
  for (const part of text.split(",").map((token) => token.trim())) {
    const [asset = "", written = ""] = part.split("=").map((side) => side.trim());
    const contract = readEthereumAddress(written);
    if (!/^[a-z0-9-]{1,40}$/.test(asset) || "fault" in contract) {
      checked.addIssue({ code: "custom", message: `must be \`asset=0xcontract\`, separated by commas: ${part}` });
      continue;
    }
    const address = contract.account.toLowerCase();
    if (contracts.has(asset) || [...contracts.values()].includes(address))
      checked.addIssue({ code: "custom", message: `names an asset or a contract twice: ${part}` });
    contracts.set(asset, address);
  }
  return contracts;
});

/** A number of blocks, or the node's own word for what the network has finalized. */
const confirmations = z.union(
  [
    z.literal("finalized"),
    z
      .string()
      .regex(/^[1-9]\d{0,3}$/)
      .transform(Number),
  ],
  { error: "must be `finalized`, or a number of blocks from 1 to 9999" },
);

const gwei = 10n ** 9n;

/** Wei for a unit of gas, written in gwei: never less is offered, and never more. */
const feeLimits = z
  .string()
  .regex(/^[1-9]\d{0,4}-[1-9]\d{0,3}$/, { error: "must be two numbers of gwei, such as 1-100" })
  .transform((text) => {
    const [floor = 0n, cap = 0n] = text.split("-").map((part) => BigInt(part) * gwei);
    return { floor, cap };
  })
  .refine(({ floor, cap }) => floor <= cap, { error: "must have the smaller number first" });

export const evmSettings = z
  .object({
    EVM_RPC_URL: rpcUrls.optional().meta({
      description:
        "One or two URLs of nodes (JSON-RPC); a second one compares: nothing is final that only one of them has. A URL may hold a key, and is printed nowhere.",
      example: "https://node-one.example/v3/key,https://node-two.example/v3/key",
    }),
    EVM_CHAIN_ID: z.coerce.number({ error: "must be a chain id, such as 1" }).int().min(1).optional().meta({
      description: "1 for the main network, 11155111 for Sepolia. A node of another chain stops the rail.",
    }),
    EVM_XPUB: accountKey.optional().meta({
      description: "The extended PUBLIC key of the account m/44'/60'/n' (xpub...). A private key is refused.",
    }),
    EVM_TOKENS: tokens.optional().meta({
      description: "Contracts of tokens by asset.",
      example: "usdt-erc20=0xdAC17F958D2ee523a2206206994597C13D831ec7",
    }),
    EVM_CONFIRMATIONS: confirmations.default("finalized").meta({
      description: "finalized, or a number of blocks from 1 to 9999: when a payment counts as final.",
    }),
    EVM_NATIVE: z
      .string()
      .regex(/^[a-z0-9-]{1,40}$/, { error: "must be the id of an asset" })
      .default("eth")
      .meta({ description: "The asset of the network's coin." }),
    SIGNER_SOCKET: z
      .string()
      .regex(/^\//, { error: "must be the absolute path of the signer's socket" })
      .optional()
      .meta({
        description:
          "The socket of the signer, which holds the keys (docs/signer.md). Without it nothing is paid out there.",
        example: "/run/signer/signer.sock",
      }),
    EVM_FEE_GWEI: feeLimits.prefault("1-100").meta({
      description: "Gwei for a unit of gas: what is offered at least, and at most, however long a payout waits.",
    }),
  })
  .superRefine(({ EVM_TOKENS, EVM_NATIVE }, checked) => {
    if (EVM_TOKENS?.has(EVM_NATIVE))
      checked.addIssue({
        code: "custom",
        path: ["EVM_TOKENS"],
        message: `names ${EVM_NATIVE}, which EVM_NATIVE says is the coin`,
      });
  });

/**
 * What the rail was told to read. `tokens`: contracts in small letters by asset, and the reverse. `needsFinalized`: whether the
 * node has to say what the network has finalized: payments wait for it, or what was sent may come back until then.
 */
export type EvmNetwork = {
  urls: readonly string[];
  chainId: number;
  key: AccountKey;
  native: string;
  tokens: ReadonlyMap<string, string>;
  assetOfToken: ReadonlyMap<string, string>;
  confirmations: number | "finalized";
  needsFinalized: boolean;
};

/** Throws where a required setting is missing: a start was refused before. */
export function evmNetwork(settings: Readonly<Record<string, string | undefined>>): EvmNetwork {
  const read = evmSettings.parse(settings);
  const { EVM_RPC_URL: urls, EVM_CHAIN_ID: chainId, EVM_XPUB: key, EVM_TOKENS, EVM_NATIVE: native } = read;
  if (!urls || chainId === undefined || !key) throw new Error("RAILS names evm without its settings");
  const contracts = EVM_TOKENS ?? new Map<string, string>();
  const assetOfToken = new Map([...contracts].map(([asset, contract]) => [contract, asset]));
  const { EVM_CONFIRMATIONS: confirmations, SIGNER_SOCKET } = read;
  const needsFinalized = confirmations === "finalized" || SIGNER_SOCKET !== undefined;
  return { urls, chainId, key, native, tokens: contracts, assetOfToken, confirmations, needsFinalized };
}

/** How the rail pays out; null where no signer is named. `fees`: wei for a unit of gas. */
export function evmPayoutSettings(settings: Readonly<Record<string, string | undefined>>) {
  const { SIGNER_SOCKET: socket, EVM_FEE_GWEI: fees } = evmSettings.parse(settings);
  return socket === undefined ? null : { socket, fees };
}

/** The asset of a token's contract, of the coin for null; undefined where no setting names it. */
export function evmAssetOf({ native, assetOfToken }: EvmNetwork, token: string | null): string | undefined {
  return token === null ? native : assetOfToken.get(token);
}

function isHttp(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
