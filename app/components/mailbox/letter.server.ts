import type { z } from "zod/v4";
import type { lettersReply } from "../../../contract/order/order-steps.ts";
import { api } from "../../api/client.server.ts";
import { failed, notFound } from "../../http/fail.server.ts";

export type Letter = z.output<typeof lettersReply>["data"][number];

/**
 * Letters of the test mode, newest first, for this machine only: the service refuses every other peer as if there were
 * nothing here, and so it does where no sandbox is on. Throws the page of that refusal.
 */
export async function lettersFor(request: Request, to?: string): Promise<Letter[]> {
  const answer = await api(request, "sandboxLetters", { query: { to } });
  if (!answer.ok) throw failed(request, answer.problem);
  return answer.data.data;
}

export async function letterOf(request: Request, id: string | undefined): Promise<Letter> {
  const letter = (await lettersFor(request)).find((known) => known.id === id);
  if (!letter) throw notFound(request);
  return letter;
}
