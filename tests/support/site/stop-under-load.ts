import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { Customer } from "../../proof/customer.ts";
import type { Site } from "./site.ts";
import { type Figures, visitors } from "./visitors.ts";

type Stop = Figures & { exitCode: number | null; tookMs: number };

/**
 * SIGTERM while visitors send requests over keep-alive connections, live order pages stream and some connections are
 * idle. `enough`: number of responses before the signal.
 */
export async function stopUnderLoad(site: Site, enough: number): Promise<Stop> {
  const streams = await Promise.all(Array.from({ length: 4 }, () => openStream(site)));
  const silent = Array.from({ length: 5 }, () => connect(Number(new URL(site.origin).port), "127.0.0.1"));
  await Promise.all(silent.map((socket) => once(socket, "connect")));
  const load = visitors({ url: site.origin, publicOrigin: site.origin }, 8);
  while (load.answered() < enough) await new Promise((resolve) => setTimeout(resolve, 5));

  const startedMs = performance.now();
  const ended = once(site.process, "exit");
  site.process.kill("SIGTERM");
  await ended;
  const tookMs = performance.now() - startedMs;
  const { answered, failed } = await load.leave();
  for (const socket of silent) socket.destroy();
  // A normal end of the stream, not a cut: the browser then reconnects.
  const cut = (await Promise.all(streams.map(({ end }) => end))).filter((end) => end !== "ended");
  return { answered, failed: [...failed, ...cut], exitCode: site.process.exitCode, tookMs };
}

/** A started stream, and how it ended. */
async function openStream(site: Site): Promise<{ end: Promise<string> }> {
  const customer = new Customer(site.origin);
  const order = await customer.prepare();
  await customer.execute(order);
  const opened = await fetch(`${site.origin}/En/order/${order.ref}?t=${order.token}`, { redirect: "manual" });
  const cookie = opened.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const request = get(`${site.origin}/En/order/${order.ref}/stream`, { headers: { cookie } });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`No stream: ${response.statusCode}`);
  await once(response, "data");
  const end = new Promise<string>((resolve) => {
    response.once("end", () => resolve("ended"));
    response.once("error", (error) => resolve(`stream: ${error.message}`));
  });
  response.resume();
  return { end };
}
