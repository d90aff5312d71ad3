import { runCommand } from "../../../upstream/program/run-command.ts";
import { screeningRound } from "../../../upstream/program/settle-answers.ts";
import { simulateEvent } from "../../../upstream/rails/sandbox/simulate-event.ts";
import type { OrderKey } from "../orders/order-steps.ts";
import { rowOf } from "../orders/reviews.ts";
import { type Exchange, exchange } from "../service/exchange.ts";
import type { ProviderServer } from "./provider-server.ts";

/** How long this exchange waits for an answer, in seconds. */
export const waitSeconds = 300;

/** An exchange that asks this provider. */
export function askedExchange({ url }: ProviderServer, settings: Record<string, string> = {}): Promise<Exchange> {
  const ofProvider = {
    SCREENING_URL: url,
    SCREENING_TOKEN: "token-of-the-provider",
    SCREENING_NAME: "Acme Screening",
  };
  return exchange({ settings: { ...ofProvider, SCREENING_WAIT: `${waitSeconds}`, ...settings } });
}

/** Asks the provider and applies its answers, as a process of its own does. */
export function roundOf(service: Exchange): () => Promise<void> {
  const run = screeningRound(service.twin().context);
  return async () => {
    await run();
    await service.runJobs();
  };
}

/** A command of the operator anna; throws where it is refused. */
export async function operate(service: Exchange, command: string, args: Record<string, string> = {}): Promise<unknown> {
  const outcome = await runCommand(service.ctx, {
    command,
    args: { reason: "looked at it", ...args },
    operator: { name: "anna" },
  });
  if (!outcome.ok) throw new Error(outcome.sentence);
  return outcome.data;
}

export async function payExactly(service: Exchange, { ref }: OrderKey): Promise<void> {
  await simulateEvent(service.ctx, await rowOf(service, ref), "pay_exact", null);
  await service.runJobs();
}
