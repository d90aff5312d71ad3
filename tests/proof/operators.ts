import { connectToOwner } from "../../upstream/db/pglite/lock-owner.ts";
import { connectToService } from "../../upstream/db/postgres/service-socket.ts";
import type { Outcome } from "../../upstream/operator/command.ts";
import { outcome, type Request } from "../../upstream/operator/request.ts";
import { pause, type World } from "./evm/world.ts";

/** A command of a person, as the operator's program sends it; `files` by the digests that stand in the arguments. */
export type Ask = (
  name: string,
  command: string,
  args?: Record<string, string>,
  files?: Request["files"],
) => Promise<Outcome>;

const patienceMs = 120_000;

/**
 * Sends commands to the running service. While it is away, and where it was killed before it has answered, the command is sent
 * again, as a person would: nobody knows then whether it was carried out.
 */
export function operatorsOf({ exchange }: Pick<World, "exchange">): Ask {
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = "" } = exchange.settings;
  const connect = () =>
    databaseUrl === undefined ? connectToOwner(dataDir) : connectToService({ databaseUrl, dataDir });
  return async (name, command, args = {}, files = {}) => {
    const request: Request = { command, args, operator: { name }, files };
    for (const untilMs = performance.now() + patienceMs; performance.now() < untilMs; await pause(300)) {
      const service = await connect().catch(() => undefined);
      if (!service) continue;
      const reply = await service.request(JSON.stringify(request)).catch(() => undefined);
      service.close();
      if (reply !== undefined) return outcome.parse(JSON.parse(reply));
    }
    throw new Error(`${command}: the service was away for too long`);
  };
}

/** The same for what must be carried out; returns what the command prints in JSON. */
export async function must(ask: Ask, ...typed: Parameters<Ask>): Promise<unknown> {
  const done = await ask(...typed);
  if (!done.ok) throw new Error(`${typed[1]} ${JSON.stringify(typed[2])}: ${done.sentence}`);
  return done.data;
}

/**
 * What the exchange itself says of its books and of its rails, a minute later at most; nothing where both are clean. A node that was
 * just restarted does not know older balances, so nothing can be compared at first.
 */
export async function objections(ask: Ask): Promise<string[]> {
  const named: string[] = [];
  for (const command of ["reconcile", "ledger verify"]) {
    let checked = await ask("anna", command);
    for (let again = 0; again < 12 && !checked.ok; again += 1) {
      await pause(5_000);
      checked = await ask("anna", command);
    }
    if (!checked.ok) named.push(`${command}: ${checked.sentence}`);
  }
  return named;
}
