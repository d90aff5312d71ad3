import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import type { z } from "zod/v4";
import {
  refusalAnswer,
  type SignerAssets,
  type SignRefusal,
  signAnswer,
  signedAnswer,
  signerAssets,
  signerHead,
} from "../../../../signer/protocol/answers.ts";
import type { SignRequestBody } from "../../../../signer/protocol/sign-request.ts";
import { RailUnavailable } from "../../../ports/rail.ts";

/** `isFinal`: no repetition of the request will ever be signed. */
export type SignerRefusal = { refused: SignRefusal; reason: string; isFinal: boolean };

/** The signer behind its socket (docs/signer.md). Every call throws `RailUnavailable` where it gives no valid answer. */
export type SignerClient = {
  /** What was signed is read by `signedAfter`, the one way in which it comes into the database. */
  sign(body: SignRequestBody): Promise<SignerRefusal | "signed">;
  /** Why it would not be signed now; undefined where it would. */
  check(body: SignRequestBody): Promise<SignerRefusal | undefined>;
  signedAfter(seq: number): Promise<z.output<typeof signedAnswer>>;
  /** What its settings say of chain and assets. */
  assets(): Promise<SignerAssets>;
};

/** A disk that is slow to write, and no more. */
const timeoutMs = 10_000;

/** These may be gone later: a cap, a dear network, an approval, the file STOP, an asset that its settings do not name yet. */
const passing: readonly SignRefusal[] = [
  "asset",
  "cap_hour",
  "cap_day",
  "fee_cap",
  "fee_cap_day",
  "needs_operator",
  "stopped",
];

export function signerClient(socket: string): SignerClient {
  const post = async <Schema extends z.ZodType>(path: string, schema: Schema, body: SignRequestBody) => {
    const { status, reply } = await exchange(socket, path, JSON.stringify(body));
    if (status === 200) return { reply: valid(schema, reply) };
    const { error, reason } = valid(refusalAnswer, reply);
    return { refusal: { refused: error, reason, isFinal: !passing.includes(error) } };
  };
  return {
    async sign(body) {
      return (await post("/sign", signAnswer, body)).refusal ?? "signed";
    },
    async check(body) {
      return (await post("/check", signerHead, body)).refusal;
    },
    async assets() {
      return valid(signerAssets, (await exchange(socket, "/assets")).reply);
    },
    async signedAfter(seq) {
      return valid(signedAnswer, (await exchange(socket, `/signed?after=${seq}`)).reply);
    },
  };
}

async function exchange(socketPath: string, path: string, body?: string): Promise<{ status: number; reply: unknown }> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const method = body === undefined ? "GET" : "POST";
    // A connection of its own: one that was kept may be of a signer that was restarted since.
    const sent = request({ socketPath, path, method, signal, agent: false }).end(body);
    const [response]: IncomingMessage[] = await once(sent, "response");
    const chunks: Buffer[] = [];
    for await (const chunk of response ?? []) chunks.push(chunk);
    return { status: response?.statusCode ?? 0, reply: JSON.parse(Buffer.concat(chunks).toString("utf8")) };
  } catch (error) {
    throw new RailUnavailable(`The signer did not answer: ${error instanceof Error ? error.message : "unknown"}`);
  }
}

function valid<Schema extends z.ZodType>(schema: Schema, reply: unknown): z.output<Schema> {
  const read = schema.safeParse(reply);
  if (!read.success) throw new RailUnavailable("The signer answered in an unknown form");
  return read.data;
}
