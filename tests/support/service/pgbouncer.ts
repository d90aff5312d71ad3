import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endWithParent } from "../end-with-parent.ts";
import { program } from "../find-program.ts";
import { freePort } from "../site/site.ts";
import { until } from "./cluster.ts";
import { unprivilegedAccount } from "./unprivileged-account.ts";

export type PgBouncer = Awaited<ReturnType<typeof startPgBouncer>>;

/** Since 1.21 it can keep prepared statements in transaction mode. Debian 12 has 1.18. */
export function keepsPreparedStatements(): boolean {
  const printed = spawnSync(program("pgbouncer"), ["--version"], { encoding: "utf8" }).stdout;
  const [, major, minor] = /(\d+)\.(\d+)/.exec(printed)?.map(Number) ?? [];
  return (major ?? 0) > 1 || (minor ?? 0) >= 21;
}

/** PgBouncer as docs/operating/start.md recommends it, with three connections to the server whose socket is in this folder. */
export async function startPgBouncer(server: string, roles: readonly string[], maxPreparedStatements = 0) {
  const folder = mkdtempSync(join(tmpdir(), "kursa-pgbouncer-"));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const settings = [
    "[databases]",
    `* = host=${server} port=5432`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${port}`,
    "unix_socket_dir =",
    "auth_type = trust",
    `auth_file = ${join(folder, "users")}`,
    "pool_mode = transaction",
    "server_login_retry = 1",
    "default_pool_size = 3",
    ...(keepsPreparedStatements() ? [`max_prepared_statements = ${maxPreparedStatements}`] : []),
  ];
  writeFileSync(join(folder, "users"), roles.map((role) => `"${role}" ""\n`).join(""));
  const file = join(folder, "pgbouncer.ini");
  writeFileSync(file, `${settings.join("\n")}\n`);
  const bouncer = spawn(program("pgbouncer"), ["-q", file], { ...(await unprivilegedAccount()), stdio: "ignore" });
  endWithParent(bouncer);
  await until(() => isListening(port));
  return {
    url: (database: string, role: string) => `postgresql://${role}@127.0.0.1:${port}/${database}`,
    async stop(): Promise<void> {
      if (bouncer.exitCode === null) {
        bouncer.kill("SIGQUIT");
        await once(bouncer, "exit");
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  const isOpen = await once(socket, "connect").then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isOpen;
}
