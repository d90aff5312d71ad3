import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { openKeyFile, publicKeyOfFile } from "../staff/key-file.ts";
import { payloadText, signText } from "../staff/signed-payload.ts";
import { readPassphrase } from "./read-passphrase.ts";
import type { Request } from "./request.ts";

/** Where the operator's key is, and its passphrase: a file, or undefined where it is asked for. */
export type KeySource = { keyFile: string; passphraseFile: string | undefined };

/** The request with the operator's signature, or why there is none. `origin`: of the exchange that it is for. */
export async function signRequest(
  request: Request,
  { keyFile, passphraseFile }: KeySource,
  origin: string,
  now: Date,
): Promise<Request | { refused: string }> {
  const text = textOf(keyFile);
  const publicKey = text === undefined ? undefined : publicKeyOfFile(text);
  if (text === undefined || !publicKey) return { refused: `${keyFile} is no key file: make one with \`key create\`.` };
  const passphrase = await readPassphrase(passphraseFile, `Passphrase of ${publicKey.id}, to sign ${request.command}`);
  if (typeof passphrase !== "string") return passphrase;
  const opened = openKeyFile(text, passphrase);
  if (!opened) return { refused: `The passphrase does not open ${keyFile}.` };
  const signed = { id: randomUUID(), key: opened.id, at: now.toISOString() };
  const { command, args } = request;
  const value = signText(payloadText({ origin, command, args, ...signed }), opened.key);
  return { ...request, signature: { ...signed, value } };
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
