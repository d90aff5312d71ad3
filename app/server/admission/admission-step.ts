import { networksOf } from "../../../contract/networks/networks.ts";
import type { FrontRequest, FrontResponse } from "../front-request.ts";
import type { Traffic } from "../traffic.ts";
import type { Admission, AdmissionOutcome, Applicant } from "./admission.ts";
import type { Proof } from "./proof.ts";
import { urgencyOf } from "./urgency.ts";

/** Before work that takes long: undefined when it may start; otherwise the refusal. */
export type Admit = (request: FrontRequest) => FrontResponse | undefined | Promise<FrontResponse | undefined>;

type Refusals = {
  busy: (request: FrontRequest) => FrontResponse;
  /** What a refusal of a network waits for; undefined where it is sent at once. */
  late: (network: string) => Promise<void> | undefined;
};

/** Admits each request once, and notes that its place must be given back. */
export function admitBy(admission: Admission, traffic: Traffic, proof: Proof, { busy, late }: Refusals): Admit {
  const admitted = (request: FrontRequest, { networks }: Applicant): undefined => {
    traffic.mayStream(request);
    request.release = once(() => admission.finished(networks));
    request.facts.turn = admission.turn;
  };
  const enter = (request: FrontRequest, isProven: boolean) => {
    const networks = networksOf(request.facts.clientAddress);
    const applicant = { urgency: urgencyOf(request, isProven), networks, isGone: () => request.facts.left };
    const outcome = admission.enter(applicant);
    if (outcome === "admitted") return admitted(request, applicant);
    if (outcome === "refused") return late(networks.above)?.then(() => busy(request)) ?? busy(request);
    return waited(request, applicant, outcome);
  };
  return (request) => {
    if (request.release) return undefined;
    const isProven = proof(request);
    return isProven instanceof Promise ? isProven.then((is) => enter(request, is)) : enter(request, isProven);
  };

  async function waited(
    request: FrontRequest,
    applicant: Applicant,
    outcome: Promise<AdmissionOutcome>,
  ): Promise<FrontResponse | undefined> {
    // The visitor has closed the connection.
    return (await outcome) === "admitted" ? admitted(request, applicant) : busy(request);
  }
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    work();
  };
}
