import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { z } from "zod/v4";
import { exampleCompany } from "../contract/company/read-company.ts";
import { findPostgres } from "../tests/support/postgres-binaries.ts";
import { startPostgres } from "../tests/support/service/postgres.ts";
import { type Recording, recordStatements } from "../tests/support/service/statement-recorder.ts";
import { openUpstream } from "../upstream/program/open.ts";
import { envSchema } from "../upstream/settings/env.ts";
import { createLog } from "../upstream/shared/log.ts";
import { customers, type Draft, executeCall } from "./order-drafts.ts";
import { firstNumber, pgbenchScript, runPgbench } from "./pgbench.ts";
import { endedSeconds, familySeconds } from "./processor-time.ts";
import { buildPrograms, built, median, type Program, startProgram } from "./program.ts";

const run = promisify(execFile);
const connections = 8;
const ordersEach = 30;
const rounds = 7;
const secret = "bench".repeat(8);
/** Statements parsed each time, as by most clients, and prepared once, as by the service. */
const protocols = ["extended", "prepared"] as const;
type Protocol = (typeof protocols)[number];

/**
 * Executing drafts over HTTP on a PostgreSQL with syncs, against pgbench with the statements of such a call, on the
 * same server and with the same connections, in turns. All pay out the same asset, so both contend for its reserve.
 */
export async function benchOrders(port: number): Promise<void> {
  const binaries = findPostgres();
  if (!binaries) throw new Error("PostgreSQL is not installed.");
  await buildPrograms({
    service: "upstream/program/main.ts",
    operator: "upstream/program/operator-main.ts",
    "order-service": "bench/order-service.ts",
  });
  const folder = mkdtempSync(join(tmpdir(), "bench-orders-"));
  const server = await startPostgres();
  try {
    const url = await server.freshUrl("exchange");
    const secrets = { ORDER_LINK_SECRETS: secret, ACCOUNT_SECRETS: secret };
    const off = { RATE_LIMITS: "off", UNPAID_LIMITS: "off", BOT_CHECK: "off", PAYOUT_CAPS: "off" };
    const settings = { DATA_DIR: folder, ...secrets, ...off, LOG_LEVEL: "warn" };
    const env = { ...settings, DATABASE_URL: url, PORT: String(port) };
    const drafts = await openExchange(env);
    const { script, template, recording } = await recordExecute(url, settings, drafts);
    const { roundTrips, statements } = recording;
    console.log(`one execute: ${statements.length} statements in ${roundTrips} round trips`);

    const share = ordersEach * (rounds + 1) * protocols.length;
    const copyUrl = server.url("pgbench");
    await copyOrders(server.url, template, share * connections);
    const service = await startProgram(built("order-service"), env, "/readyz");
    let runs = 0;
    const pgbench = (protocol: Protocol) => {
      const doneEach = runs * ordersEach;
      runs += 1;
      const size = { connections, transactionsEach: ordersEach, doneEach, share };
      return runPgbench({ binaries, url: copyUrl, folder, protocol }, script, size);
    };
    try {
      await compare(service, server.url, port, pgbench);
    } finally {
      await service.stop();
    }
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}

/** Creates the database, with enough reserve, and drafts to inspect. */
async function openExchange(env: Record<string, string>): Promise<Draft[]> {
  const service = await startProgram(built("service"), env, "/readyz");
  try {
    const fund = ["reserve", "fund", "paypal-usd", "10000000", "--anyway", "--reason", "for the bench"];
    await run(process.execPath, [...built("operator"), ...fund], { env: { ...process.env, ...env } });
    const drafting = customers(new URL(service.url).origin, 1);
    return await drafting.prepare(3).finally(drafting.leave);
  } finally {
    await service.stop();
  }
}

const payin = z.object({ data: z.object({ payin: z.object({ address: z.string() }) }) });

/** What an otherwise idle service sends to its database for the second of two executes. */
async function recordExecute(
  url: string,
  settings: Record<string, string>,
  [first, second, template]: Draft[],
): Promise<{ script: string; template: Draft; recording: Recording }> {
  if (!first || !second || !template) throw new Error("Three drafts are needed.");
  const direct = new URL(url);
  const recorder = await recordStatements(direct.searchParams.get("host") ?? "", `.s.PGSQL.${direct.port}`);
  const recorded = new URL(url);
  recorded.searchParams.set("host", recorder.folder);
  const secrets = {
    ORDER_LINK_SECRETS: [secret],
    ACCOUNT_SECRETS: [secret],
    COMPANY: exampleCompany,
    railSettings: {},
  };
  const env = { ...envSchema.parse({ ...settings, DATABASE_URL: recorded.href }), ...secrets };
  const { context, fetch } = await openUpstream(env, createLog("warn"));
  try {
    const execute = async (draft: Draft) => {
      const { headers, body } = executeCall(draft);
      const sent = { "client-id": "bench", "content-type": "application/json", ...headers };
      const call = { method: "POST", headers: sent, body: JSON.stringify(body) };
      return payin.parse(await (await fetch(new Request("http://bench/api/v1/exchange/execute", call))).json());
    };
    await execute(first);
    recorder.take();
    const { data } = await execute(second);
    const recording = recorder.take();
    const event = recording.statements.flatMap(({ values }) => values.filter((value) => value?.startsWith("ev_")))[0];
    if (!event) throw new Error("The order's story has no line for it.");
    const script = pgbenchScript(recording.statements, [second.ref, data.payin.address, event]);
    return { script, template, recording };
  } finally {
    await context.db.close();
    recorder.stop();
  }
}

/** A copy of the service's database for pgbench, with as many drafts; nothing else uses it. */
async function copyOrders(url: (database: string) => string, { ref }: Draft, count: number): Promise<void> {
  await runStatement(url("postgres"), "create database pgbench template exchange");
  await runStatement(
    url("pgbench"),
    `insert into exchange_order select (jsonb_populate_record(o, jsonb_build_object('ref', (${firstNumber} + n)::text))).*
      from exchange_order o, generate_series(0, ${count - 1}) n where o.ref = '${ref}'`,
  );
  for (const database of ["pgbench", "exchange"]) await runStatement(url(database), "vacuum analyze");
}

async function compare(
  service: Program,
  url: (database: string) => string,
  port: number,
  pgbench: (protocol: Protocol) => Promise<number>,
) {
  const load = customers(`http://127.0.0.1:${port}`, connections);
  const [server] = await runStatement(
    url("exchange"),
    "select split_part(pg_read_file('postmaster.pid'), chr(10), 1) as pid",
  );
  const database = Number(server?.pid);
  const orders = connections * ordersEach;
  const msPerOrder = (spent: number) => ((spent * 1000) / orders).toFixed(2);
  const ratios = protocols.map((protocol) => ({ protocol, rates: [] as number[], times: [] as number[] }));
  for (let turn = 0; turn <= rounds; turn += 1) {
    const drafts = await load.prepare(orders);
    const [startMs, alone, together] = [performance.now(), service.cpuSeconds(), familySeconds(database)];
    await load.execute(drafts);
    const perSecond = (orders * 1000) / (performance.now() - startMs);
    const serviceSeconds = service.cpuSeconds() - alone;
    const seconds = serviceSeconds + familySeconds(database) - together;
    const summary = [`execute: ${perSecond.toFixed(0)} orders/s, ${msPerOrder(serviceSeconds)} ms CPU`];
    summary.push(`and ${msPerOrder(seconds)} with the database`);
    for (const { protocol, rates, times } of ratios) {
      const before = familySeconds(database) + endedSeconds();
      const reference = await pgbench(protocol);
      const referenceSeconds = familySeconds(database) + endedSeconds() - before;
      if (turn > 0) rates.push(perSecond / reference);
      if (turn > 0) times.push(referenceSeconds / seconds);
      summary.push(`; pgbench ${protocol}: ${reference.toFixed(0)}, ${msPerOrder(referenceSeconds)} with the database`);
    }
    console.log(summary.join(" "), turn > 0 ? "" : "(not counted)");
    // Plans made for empty tables are poor; the server would analyse them within a minute.
    if (turn === 0) for (const name of ["pgbench", "exchange"]) await runStatement(url(name), "vacuum analyze");
  }
  load.leave();
  for (const { protocol, rates, times } of ratios) {
    const [rate, time] = [rates, times].map((figures) => median(figures).toFixed(2));
    console.log(`execute over HTTP: ${rate} times the orders of pgbench with the same statements, ${protocol}`);
    console.log(`execute over HTTP: ${time} times its orders for the same CPU time (bar: 0.9)`);
  }
}

async function runStatement(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const result = client.query<Record<string, unknown>>(text);
  return result.then(({ rows }) => rows).finally(() => client.end());
}
