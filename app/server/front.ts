import type { RequestListener } from "node:http";
import type { RequestHandler } from "@remix-run/node";
import type { Logger } from "pino";
import type { Metrics, Tracing } from "../api/transport.server.ts";
import { type Admission, newAdmission } from "./admission/admission.ts";
import { type Admit, admitBy } from "./admission/admission-step.ts";
import { busyResponses } from "./admission/busy-response.ts";
import { lateRefusals } from "./admission/late-refusals.ts";
import type { Proof } from "./admission/proof.ts";
import { quietTurn } from "./admission/quiet-turn.ts";
import { measuredEveryMs, threadLoad } from "./admission/thread-load.ts";
import { callBodyStep } from "./api/api.ts";
import { type FrontRequest, type FrontResponse, newFrontRequest, type Step, textResponse } from "./front-request.ts";
import { observedWriter } from "./observed-writer.ts";
import { type AddressLimit, noLimit } from "./pages/address-limit.ts";
import { remixStep } from "./remix.ts";
import { clientAddressStep } from "./steps/client-address.ts";
import { formLimitsStep } from "./steps/form-limits.ts";
import { healthStep } from "./steps/health.ts";
import { hostStep } from "./steps/host.ts";
import { methodStep } from "./steps/limits.ts";
import { localStep } from "./steps/local.ts";
import { originStep } from "./steps/origin.ts";
import { bodyReader } from "./steps/read-body.ts";
import { type LogOutput, type RequestLog, requestLog } from "./steps/request-log.ts";
import { targetStep } from "./steps/target.ts";
import { tracedSteps } from "./traced-steps.ts";
import { newTraffic, type Traffic } from "./traffic.ts";
import { type CountClick, countingWriter } from "./visits/counting-writer.ts";
import { reportedViewStep } from "./visits/reported-view-step.ts";
import type { VisitCounts } from "./visits/visit-counts.ts";
import { newWriter, type Writer, type WriterSettings } from "./write.ts";

export type FrontSettings = WriterSettings & {
  publicOrigin: string | undefined;
  trustedProxies: readonly string[];
  /** Maximum number of requests worked on at once. */
  mostRunning?: number;
  /** What a page may take in all; after most of it waiting is pointless. */
  pageMs?: number;
  /** The clock of those who wait. */
  elapsedMs?: () => number;
  /** Nobody proves anything by default. */
  proof?: Proof;
  /** Limits posts answered with an error. */
  badPosts?: AddressLimit;
  /** Limits the page views that browsers report. */
  reports?: AddressLimit;
};

/** What answers behind the front. Development has neither built files nor cached pages. */
export type Behind = {
  log: Logger;
  /** For the lines of requests; null when the log level excludes them. */
  requestLines: LogOutput | null;
  serviceReady: () => Promise<boolean>;
  /** Undefined without METRICS_PORT. */
  metrics?: Metrics | undefined;
  /** Undefined without OTEL_EXPORTER_OTLP_ENDPOINT. */
  tracing?: Tracing | undefined;
  /** Counts the visits of pages. */
  visits?: VisitCounts;
  /** Counts visits through partners' links; undefined without a programme. */
  countClick?: CountClick | undefined;
  files?: Step;
  /** Calls answered from memory. */
  cachedApi?: Step;
  api: Step;
  pages?: (admit: Admit) => Step;
  remix: RequestHandler;
};

export type Front = {
  listener: RequestListener;
  traffic: Traffic;
  /** What it refused, and how many requests it is working on. */
  admission: Pick<Admission, "figures">;
  requests: Pick<RequestLog, "flush">;
};

/** The pipeline of every request, from the socket to Remix: the first step that responds ends it. */
export function newFront(settings: FrontSettings, behind: Behind): Front {
  const traffic = newTraffic();
  const elapsedMs = settings.elapsedMs ?? (() => performance.now());
  const admission = newAdmission({
    elapsedMs,
    load: threadLoad(elapsedMs),
    nextTurn: quietTurn(traffic.arrived),
    later: (callback) => void setTimeout(callback, measuredEveryMs).unref(),
    mostRunning: settings.mostRunning,
    pageMs: settings.pageMs,
  });
  const busy = busyResponses(settings.https);
  const bodies = bodyReader();
  const admit = admitBy(admission, traffic, settings.proof ?? (() => false), { busy, late: lateRefusals(elapsedMs) });
  const requests = requestLog(behind.requestLines);
  const nothing: Step = () => undefined;
  const early: Step[] = [
    clientAddressStep(settings.trustedProxies),
    requests.step,
    targetStep,
    hostStep(settings.publicOrigin),
    methodStep,
    originStep(settings.publicOrigin),
    healthStep(traffic, behind.serviceReady),
    formLimitsStep(settings.badPosts ?? noLimit, bodies, busy),
    behind.visits ? reportedViewStep(behind.visits, settings.reports ?? noLimit) : nothing,
    behind.files ?? nothing,
  ];
  const late: Step[] = [
    behind.cachedApi ?? nothing,
    callBodyStep(bodies, busy),
    behind.pages?.(admit) ?? nothing,
    // Everything before costs almost nothing, or waits for its client.
    admit,
    localStep(settings.publicOrigin),
    behind.api,
    remixStep(behind.remix),
  ];
  const steps = [...early, ...(behind.tracing ? [tracedSteps(late, behind.tracing)] : late)];
  const plain = newWriter(traffic, settings);
  const counting = behind.visits ? countingWriter(plain, behind.visits, behind.countClick) : plain;
  const write = behind.metrics ? observedWriter(counting, behind.metrics) : counting;
  behind.metrics?.ready(behind.serviceReady);
  behind.metrics?.inFlight(() => admission.figures().running + admission.figures().waiting);
  return {
    traffic,
    admission,
    requests,
    listener: (incoming, outgoing) => {
      const request = newFrontRequest(incoming, outgoing);
      traffic.started();
      outgoing.on("close", () => {
        traffic.ended(request);
        requests.ended(request);
      });
      const failed = (error: unknown) => fail(request, error, write, behind.log);
      const finish = () => request.release?.();
      try {
        const passing = pass(request, steps, write);
        if (passing instanceof Promise) passing.catch(failed).finally(finish);
        else finish();
      } catch (error) {
        failed(error);
        finish();
      }
    },
  };
}

/** Awaits only asynchronous steps: a needless promise costs a cached response a tenth of its time. */
function pass(request: FrontRequest, steps: readonly Step[], write: Writer): Promise<void> | undefined {
  let at = 0;
  for (const step of steps) {
    at += 1;
    const result = step(request);
    if (result instanceof Promise) return passOn(request, result, steps.slice(at), write);
    if (result) return write(request, result) ?? undefined;
  }
  return undefined;
}

async function passOn(
  request: FrontRequest,
  waited: Promise<FrontResponse | undefined>,
  rest: readonly Step[],
  write: Writer,
): Promise<void> {
  const response = await waited;
  // Nobody would read it.
  if (request.facts.left) return undefined;
  return response ? write(request, response) : pass(request, rest, write);
}

/** An exception in a step is a bug; the visitor gets a bare response, the log the whole error. */
function fail(request: FrontRequest, error: unknown, write: Writer, log: Logger): void {
  const { facts, outgoing, path } = request;
  // The client has disconnected.
  if (outgoing.destroyed) return;
  log.error({ request_id: facts.id, path, err: error }, "request failed");
  if (outgoing.headersSent) outgoing.destroy();
  else void write(request, textResponse(500, "Something went wrong on our side.\n", { "cache-control": "no-store" }));
}
