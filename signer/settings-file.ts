import { readFileSync, type Stats, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { z } from "zod/v4";
import { type Accounts, readAccounts } from "./accounts.ts";
import { readSettings, type SignerSettings } from "./settings.ts";

/** Where the signer's files are; relative paths of the settings start at their file. */
export type SignerFiles = { key: string; list: string; stop: string; socket: string };
export type SignerSetup = { settings: SignerSettings; files: SignerFiles };

const readByOthers = 0o077;
const writtenByOthers = 0o022;

/** The settings and the places of the files, or all faults of the settings file as sentences. */
export function readSetup(file: string): SignerSetup | { faults: string[] } {
  const stats = statOf(file);
  if (!stats) return { faults: [`There is no settings file ${file}.`] };
  const faults = isOpenTo(stats, writtenByOthers) ? [`Others may write ${file}: chmod 600 ${file}`] : [];
  const settings = readSettings(readFileSync(file, "utf8"));
  if ("faults" in settings) return { faults: [...faults, ...settings.faults, ...keyFaults(keyFileOf(file))] };
  if (faults.length > 0) return { faults };
  return { settings, files: filesOf(file, settings) };
}

/** The accounts of the key file, or why it is refused. */
export function readKey({ key }: Pick<SignerFiles, "key">): Accounts | { faults: string[] } {
  const faults = keyFaults(key);
  if (faults.length > 0) return { faults };
  const accounts = readAccounts(readFileSync(key, "utf8"));
  return accounts ?? { faults: [`${key} is not an extended private key (xprv) of a master or of an account.`] };
}

function filesOf(file: string, { keyFile, listFile, socket }: SignerSettings): SignerFiles {
  const at = (name: string) => resolve(dirname(file), name);
  return { key: at(keyFile), list: at(listFile), stop: resolve(dirname(at(keyFile)), "STOP"), socket: at(socket) };
}

function keyFaults(key: string | undefined): string[] {
  if (key === undefined) return [];
  const stats = statOf(key);
  if (!stats) return [`There is no key file ${key}.`];
  return isOpenTo(stats, readByOthers) ? [`Others may read the key ${key}: chmod 600 ${key}`] : [];
}

const namedKey = z.object({ keyFile: z.string().min(1) });

/** So that a wrong key is reported together with wrong settings. */
function keyFileOf(file: string): string | undefined {
  try {
    const named = namedKey.safeParse(JSON.parse(readFileSync(file, "utf8")));
    return named.success ? resolve(dirname(file), named.data.keyFile) : undefined;
  } catch {
    return undefined;
  }
}

const statOf = (file: string): Stats | undefined => statSync(file, { throwIfNoEntry: false });
const isOpenTo = ({ mode }: Stats, bits: number): boolean => (mode & bits) !== 0;
