import { networksOf } from "../../../contract/networks/networks.ts";
import type { Traffic } from "../traffic.ts";
import type { FrontResponse, Visit } from "../visit.ts";
import type { Admission, AdmissionOutcome, Applicant } from "./admission.ts";
import type { Proof } from "./proof.ts";
import { urgencyOf } from "./urgency.ts";

/** Before work that takes long: undefined when it may start; otherwise the refusal. */
export type Admit = (visit: Visit) => FrontResponse | undefined | Promise<FrontResponse | undefined>;

type Refusals = {
  busy: (visit: Visit) => FrontResponse;
  /** What a refusal of a network waits for; undefined where it is sent at once. */
  late: (network: string) => Promise<void> | undefined;
};

/** Admits each request once, and notes that its place must be given back. */
export function admitBy(admission: Admission, traffic: Traffic, proof: Proof, { busy, late }: Refusals): Admit {
  const admitted = (visit: Visit, { networks }: Applicant): undefined => {
    traffic.mayStream(visit);
    visit.release = once(() => admission.finished(networks));
    visit.facts.turn = admission.turn;
  };
  const enter = (visit: Visit, isProven: boolean) => {
    const networks = networksOf(visit.facts.clientAddress);
    const applicant = { urgency: urgencyOf(visit, isProven), networks, isGone: () => visit.facts.left };
    const outcome = admission.enter(applicant);
    if (outcome === "admitted") return admitted(visit, applicant);
    if (outcome === "refused") return late(networks.above)?.then(() => busy(visit)) ?? busy(visit);
    return waited(visit, applicant, outcome);
  };
  return (visit) => {
    if (visit.release) return undefined;
    const isProven = proof(visit);
    return isProven instanceof Promise ? isProven.then((is) => enter(visit, is)) : enter(visit, isProven);
  };

  async function waited(
    visit: Visit,
    applicant: Applicant,
    outcome: Promise<AdmissionOutcome>,
  ): Promise<FrontResponse | undefined> {
    // The visitor has closed the connection.
    return (await outcome) === "admitted" ? admitted(visit, applicant) : busy(visit);
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
