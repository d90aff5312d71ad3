import { eq } from "drizzle-orm";
import { type SignApproval, signApproval } from "../../../../signer/protocol/sign-request.ts";
import type { Orm } from "../../../db/database.ts";
import { evmApproval } from "../../../db/schema/evm-payouts.ts";

/** An approval as one word for a command line. */
export const approvalWord = (approval: SignApproval): string =>
  Buffer.from(JSON.stringify(approval)).toString("base64url");

/** Undefined where the word is no approval. */
export function readApprovalWord(word: string): SignApproval | undefined {
  try {
    return signApproval.safeParse(JSON.parse(Buffer.from(word, "base64url").toString("utf8"))).data;
  } catch {
    return undefined;
  }
}

/** What operators have signed for a movement; the signer decides whose approval counts, and until when. */
export async function signApprovalsOf(reader: Pick<Orm, "select">, movementId: string): Promise<SignApproval[]> {
  const rows = await reader.select().from(evmApproval).where(eq(evmApproval.movementId, movementId));
  return rows.map(({ key, until, signature }) => ({ key, until: until.toISOString(), signature }));
}
