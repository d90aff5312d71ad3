import type { RequestListener } from "node:http";
import type { RequestHandler } from "@remix-run/node";
import type { Logger } from "pino";
import { clientAddressStep } from "./client-address.ts";
import { formLimitsStep } from "./form-limits.ts";
import { healthStep } from "./health.ts";
import { hostStep } from "./host.ts";
import { methodStep, overloadStep } from "./limits.ts";
import { originStep } from "./origin.ts";
import { remixStep } from "./remix.ts";
import { requestLogStep } from "./request-log.ts";
import { targetStep } from "./target.ts";
import { newTraffic, type Traffic } from "./traffic.ts";
import { newVisit, type Step, textAnswer, type Visit } from "./visit.ts";
import { newWriter, type Writer, type WriterSettings } from "./write.ts";

export type FrontSettings = WriterSettings & {
  publicOrigin: string | undefined;
  trustedProxies: readonly string[];
  /** Requests that may wait for their answer at once. */
  mostUnanswered?: number;
};

/** What answers behind the front. Development has neither built files nor kept pages. */
export type Behind = {
  log: Logger;
  serviceReady: () => Promise<boolean>;
  files?: Step;
  api: Step;
  pages?: Step;
  remix: RequestHandler;
};

export type Front = { listener: RequestListener; traffic: Traffic };

/** The way of every request, from the socket to Remix: the first step that has an answer ends it. */
export function newFront(settings: FrontSettings, behind: Behind): Front {
  const traffic = newTraffic(settings.mostUnanswered);
  const nothing: Step = () => undefined;
  const steps: Step[] = [
    clientAddressStep(settings.trustedProxies),
    requestLogStep(behind.log),
    traffic.step,
    targetStep,
    hostStep(settings.publicOrigin),
    methodStep,
    originStep(settings.publicOrigin),
    formLimitsStep,
    behind.files ?? nothing,
    healthStep(traffic, behind.serviceReady),
    behind.pages ?? nothing,
    overloadStep(traffic),
    behind.api,
    remixStep(behind.remix),
  ];
  const write = newWriter(traffic, settings);
  return {
    traffic,
    listener: (incoming, outgoing) => {
      const visit = newVisit(incoming, outgoing);
      pass(visit, steps, write).catch((error: unknown) => fail(visit, error, write, behind.log));
    },
  };
}

async function pass(visit: Visit, steps: readonly Step[], write: Writer): Promise<void> {
  for (const step of steps) {
    const given = step(visit);
    const answer = given instanceof Promise ? await given : given;
    if (answer) return write(visit, answer);
  }
}

/** A step that throws is a fault of ours; the visitor gets a bare answer, the log the whole error. */
function fail(visit: Visit, error: unknown, write: Writer, log: Logger): void {
  const { facts, outgoing, path } = visit;
  // Nobody waits for the answer any more.
  if (outgoing.destroyed) return;
  log.error({ request_id: facts.id, path, err: error }, "request failed");
  if (outgoing.headersSent) outgoing.destroy();
  else void write(visit, textAnswer(500, "Something went wrong on our side.\n", { "cache-control": "no-store" }));
}
