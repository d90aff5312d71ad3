import { setTimeout as wait } from "node:timers/promises";
import { type Postgres, startPostgres } from "./postgres.ts";

export type Cluster = { primary: Postgres; standby: Postgres; stop(): Promise<void> };

/** A primary with one synchronous standby, copied from it and following its stream. */
export async function startCluster({ isDurable = false } = {}): Promise<Cluster> {
  const primary = await startPostgres({ isDurable });
  const standby = await followedBy(primary, { isDurable });
  return {
    primary,
    standby,
    async stop() {
      await Promise.all([primary.stop(), standby.stop()]);
    },
  };
}

/** A new synchronous standby of this server; returns once commits wait for it. */
export async function followedBy(primary: Postgres, { isDurable = false } = {}): Promise<Postgres> {
  const standby = await startPostgres({ isDurable, standby: { of: primary, name: "standby" } });
  await primary.query("alter system set synchronous_commit = on");
  await primary.query("alter system set synchronous_standby_names = 'standby'");
  await primary.query("select pg_reload_conf()");
  await until(async () => {
    const { rows } = await primary.query("select sync_state from pg_stat_replication");
    return rows.some(({ sync_state }) => sync_state === "sync");
  });
  return standby;
}

/** Makes the standby a primary with no standby of its own, so that it commits alone. */
export async function promote(standby: Postgres): Promise<void> {
  await standby.query("alter system set synchronous_standby_names = ''");
  await standby.query("select pg_reload_conf()");
  await standby.query("select pg_promote()");
}

/** Polls a state that only the server knows. */
export async function until(isReached: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 4800; attempt += 1) {
    if (await isReached()) return;
    await wait(25);
  }
  throw new Error("The expected state was not reached within two minutes");
}
