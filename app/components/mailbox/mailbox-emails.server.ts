import type { z } from "zod/v4";
import type { lettersReply } from "../../../contract/order/order-steps.ts";
import { api } from "../../api/client.server.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { failed, notFound } from "../../http/response/fail.server.ts";

export type Letter = z.output<typeof lettersReply>["data"][number];

/**
 * Letters of the test mode, newest first, for this machine only: the service refuses every other peer as if there were
 * nothing here, and so it does where no sandbox is on. Throws the page of that refusal.
 */
export async function lettersFor(args: RouteArgs, to?: string): Promise<Letter[]> {
  const answer = await api(args, "sandboxLetters", { query: { to } });
  if (!answer.ok) throw failed(args.request, answer.problem);
  return answer.data.data;
}

export async function letterOf(args: RouteArgs, id: string | undefined): Promise<Letter> {
  const letter = (await lettersFor(args)).find((known) => known.id === id);
  if (!letter) throw notFound(args.request);
  return letter;
}
