import { createChallenge, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { z } from "zod/v4";
import type { BotCheckAction } from "../../../contract/bot-check/actions.ts";
import { altchaChallenge } from "../../../contract/bot-check/bot-check.ts";
import { derivedKey, newestOf } from "../../shared/secrets.ts";
import type { CheckResult } from "./check-result.ts";

/** Time for a slow phone, and for a form that is left open for a while. */
const lifetimeSeconds = 20 * 60;
/** Of the key to find: one attempt in 256 succeeds. */
const keyPrefix = "00";

type Issue = { secrets: readonly string[]; cost: number; action: BotCheckAction; now: Date };

/**
 * A challenge of ALTCHA: to solve it takes a browser about a second, to make it one HMAC. `cost` is the iterations of
 * each of the 256 attempts that a solution takes on average. Action and expiry are in the signed part, so that expiry is
 * by the service's clock. Nothing is stored until it is solved.
 */
export async function issueChallenge({ secrets, cost, action, now }: Issue) {
  const expiresAt = new Date((Math.floor(now.getTime() / 1000) + lifetimeSeconds) * 1000);
  const challenge = await createChallenge({
    algorithm: "PBKDF2/SHA-256",
    cost,
    deriveKey,
    keyPrefix,
    data: { action, expires_at: expiresAt.getTime() / 1000 },
    hmacSignatureSecret: signingKey(newestOf(secrets)),
  });
  return { challenge: altchaChallenge.parse(challenge), expiresAt };
}

const payload = z.object({
  challenge: altchaChallenge,
  solution: z.object({ counter: z.int(), derivedKey: z.string().max(128) }),
});

type SolvedTask = { secrets: readonly string[]; token: string; action: BotCheckAction; now: Date };

/** Whether the token solves a challenge of ours for this action that has not expired. Never throws. */
export async function verifyToken({ secrets, token, action, now }: SolvedTask): Promise<CheckResult> {
  const read = payload.safeParse(jsonOf(token));
  if (!read.success) return { status: "rejected" };
  const { challenge, solution } = read.data;
  const { data } = challenge.parameters;
  const until = new Date(data.expires_at * 1000);
  if (data.action !== action || until <= now) return { status: "rejected" };
  for (const secret of secrets) {
    // The signature is checked before anything is computed, so only our own cost is ever paid.
    const { verified } = await verifySolution({
      challenge,
      solution,
      deriveKey,
      hmacSignatureSecret: signingKey(secret),
    });
    // A solution has many texts, its challenge one signature.
    if (verified) return { status: "passed", key: `altcha:${challenge.signature}`, until };
  }
  return { status: "rejected" };
}

function jsonOf(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token, "base64").toString("utf8"));
  } catch {
    return undefined;
  }
}

const signingKey = (secret: string) => derivedKey(secret, "bot-check").toString("base64url");
