import { createPublicKey } from "node:crypto";
import { addr } from "micro-eth-signer";
import { z } from "zod/v4";

const decimal = /^[1-9]\d{0,77}$/;
const amount = z
  .string({ error: "must be a whole number of minor units, in quotation marks" })
  .regex(decimal, { error: "must be a whole number of minor units above 0" })
  .transform(BigInt);
const count = (most: number) => {
  const error = `must be a whole number from 1 to ${most}`;
  return z.number({ error }).int({ error }).min(1, { error }).max(most, { error });
};
const path = z.string({ error: "must be a path" }).min(1, { error: "must be a path" });

const caps = { alone: amount, hour: amount, day: amount };
type Caps = { alone: bigint; hour: bigint; day: bigint };
const capsRise = ({ alone, hour, day }: Caps) => alone <= hour && hour <= day;
const capsMustRise = { error: "must have `alone` not above `hour`, and `hour` not above `day`" };

const contract = z
  .string({ error: "must be a contract's address" })
  .refine(addr.isValid, { error: "is not an address, or its checksum is wrong" })
  .transform(addr.addChecksum);

const asset = z
  .strictObject({ contract: contract.nullable().default(null), gas: count(10_000_000).transform(BigInt), ...caps })
  .refine(capsRise, capsMustRise);

const assets = z
  .record(z.string().regex(/^[a-z0-9_-]{1,40}$/, { error: "must be an asset's id" }), asset)
  .refine((named) => Object.values(named).filter((namedAsset) => namedAsset.contract === null).length === 1, {
    error: "must have exactly one asset without a contract: the network's coin",
  })
  .refine((named) => isDistinct(contractsOf(named)), { error: "names a contract twice" })
  .transform((named): ReadonlyMap<string, AssetSettings> => new Map(Object.entries(named)));

/** Ten thousand gwei: no network has ever asked for it. */
const mostPerGas = 10n ** 13n;

const fees = z
  .strictObject({ perGas: amount, tip: amount, one: amount, day: amount })
  .refine(({ perGas }) => perGas <= mostPerGas, { error: `must have \`perGas\` not above ${mostPerGas}` })
  .refine(({ tip, perGas }) => tip <= perGas, { error: "must have `tip` not above `perGas`" })
  .refine((limits) => limits.one <= limits.day, { error: "must have `one` not above `day`" });

const operatorKey = z
  .string({ error: "must be a public key" })
  .refine(isOperatorKey, { error: "is not a public key as `operator key show` prints it" });

const operators = z
  .strictObject({ keys: z.array(operatorKey, { error: "must be a list of public keys" }), needed: count(20) })
  .refine(({ keys }) => isDistinct(keys), { error: "names a key twice" })
  .refine(({ keys, needed }) => keys.length === 0 || needed <= keys.length, {
    error: "needs more operators than it has keys",
  });

const settings = z.strictObject({
  /** The chain id of EIP-155. */
  chain: count(2 ** 40),
  keyFile: path,
  listFile: path,
  socket: path,
  socketMode: z.enum(["0600", "0660"], { error: 'must be "0600" or "0660"' }).default("0600"),
  assets,
  fees,
  /** How many transactions one id may have at its nonce, the first included. */
  versions: count(100),
  topups: z.strictObject(caps).refine(capsRise, capsMustRise),
  operators,
});

/** `contract`: null for the coin. `gas`: units of gas of a transfer at most. `alone`, `hour`, `day`: minor units. */
export type AssetSettings = z.output<typeof asset>;

/**
 * The signer's own settings; amounts in minor units, fees in wei. `fees.perGas`: for a unit of gas; `fees.tip`: of it to the
 * block's producer; `fees.one`: for one transaction; `fees.day`: for all in 24 hours. `operators.keys`: Base64 of the SPKI.
 */
export type SignerSettings = z.output<typeof settings>;

/** The settings of a file's text, or all its faults as sentences. */
export function readSettings(text: string): SignerSettings | { faults: string[] } {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return { faults: ["The settings file is not JSON."] };
  }
  const read = settings.safeParse(raw);
  return read.success ? read.data : { faults: read.error.issues.flatMap(sentences) };
}

function sentences(issue: z.core.$ZodIssue): string[] {
  const name = issue.path.join(".");
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => `\`${[...issue.path, key].join(".")}\` is not a setting.`);
  if (issue.code === "invalid_type" && issue.message.startsWith("Invalid input"))
    return [`\`${name}\` is missing, or not a group of settings.`];
  return [`\`${name}\` ${issue.message}.`];
}

const contractsOf = (named: Record<string, AssetSettings>) =>
  Object.values(named).flatMap((namedAsset) => namedAsset.contract ?? []);
const isDistinct = (texts: readonly string[]) => new Set(texts).size === texts.length;

function isOperatorKey(text: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(text, "base64"), format: "der", type: "spki" });
    return (
      key.asymmetricKeyType === "ed25519" && key.export({ format: "der", type: "spki" }).toString("base64") === text
    );
  } catch {
    return false;
  }
}
