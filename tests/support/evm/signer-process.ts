import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { endWithParent } from "../end-with-parent.ts";

const program = "build/signer.js";
const settingsName = "signer.json";

/** What `--init` prints, and where the socket will be. */
export type SignerFolder = { folder: string; hot: string; gas: string; xpub: string; socket: string };
export type SignerProcess = { process: ChildProcess; stop(signal?: NodeJS.Signals): Promise<void> };

/** Amounts of an asset in minor units that the signer signs alone, in an hour and in a day. */
type Caps = { alone: bigint; hour: bigint; day: bigint };
type SignerTerms = { token: string; coins: Caps; tokens: Caps };

const ether = 10n ** 18n;
const gwei = 10n ** 9n;

/** A folder with the settings, a new key and an empty list of a signer for chain 31337, as docs/signer.md says to begin. */
export function initSignerFolder(folder: string, { token, coins, tokens }: SignerTerms): SignerFolder {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, settingsName);
  const settings = {
    ...{ chain: 31337, keyFile: "key", listFile: "list", socket: "signer.sock", versions: 20 },
    assets: {
      eth: { gas: 21_000, ...texts(coins) },
      "usdt-erc20": { contract: token, gas: 100_000, ...texts(tokens) },
    },
    fees: { perGas: `${100n * gwei}`, tip: `${gwei}`, one: `${ether / 50n}`, day: `${100n * ether}` },
    topups: texts(coins),
    operators: { keys: [], needed: 1 },
  };
  writeFileSync(file, JSON.stringify(settings, null, 2), { mode: 0o600 });
  const printed = execFileSync(process.execPath, [program, file, "--init", "--new-key"], { encoding: "utf8" });
  return {
    folder,
    hot: word(printed, /^hot address: (\S+)$/m),
    gas: word(printed, /^gas address: (\S+)$/m),
    xpub: word(printed, /^EVM_XPUB=(\S+)$/m),
    socket: join(folder, "signer.sock"),
  };
}

/** The built signer on such a folder, once it listens. Ends with this process. */
export async function startSigner({ folder }: Pick<SignerFolder, "folder">): Promise<SignerProcess> {
  const child = spawn(process.execPath, [program, join(folder, settingsName)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  endWithParent(child);
  const exited = once(child, "exit");
  const [first] = await Promise.race([once(child.stdout, "data"), exited]);
  if (!String(first).includes('"listening"')) throw new Error(`The signer does not start: ${first}`);
  return {
    process: child,
    async stop(signal = "SIGTERM") {
      child.kill(signal);
      await exited;
    },
  };
}

const texts = ({ alone, hour, day }: Caps) => ({ alone: `${alone}`, hour: `${hour}`, day: `${day}` });

function word(text: string, pattern: RegExp): string {
  const value = pattern.exec(text)?.[1];
  if (value === undefined) throw new Error(`The signer printed no ${pattern}`);
  return value;
}
