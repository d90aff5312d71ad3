import type { Traffic } from "../traffic.ts";
import type { Answer, Visit } from "../visit.ts";
import type { Admission } from "./admission.ts";
import { urgencyOf } from "./urgency.ts";

/** Before work that takes long: undefined when it may start; otherwise the refusal. */
export type Admit = (visit: Visit) => Answer | undefined | Promise<Answer | undefined>;

/** The form with a file, the only unread body: its reader waits for the client, and limits itself. */
const isUpload = ({ method, body }: Visit) => method === "POST" && body === null;

/** Admits each request once, and notes that its place must be given back. */
export function admitBy(admission: Admission, traffic: Traffic, busy: (visit: Visit) => Answer): Admit {
  const admitted = (visit: Visit): undefined => {
    traffic.mayStream(visit);
    visit.release = once(admission.finished);
    visit.facts.turn = admission.turn;
    if (isUpload(visit)) visit.release();
  };
  return (visit) => {
    if (visit.release) return undefined;
    const outcome = admission.enter(urgencyOf(visit), () => visit.facts.left);
    if (outcome === "admitted") return admitted(visit);
    if (outcome === "refused") return busy(visit);
    return waited(visit, outcome);
  };

  async function waited(visit: Visit, outcome: ReturnType<Admission["enter"]>): Promise<Answer | undefined> {
    // The visitor has closed the connection.
    return (await outcome) === "admitted" ? admitted(visit) : busy(visit);
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
