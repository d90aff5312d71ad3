import type { PayoutRail, Preparation, Reading } from "../../../upstream/ports/payout-rail.ts";
import { RailUnavailable } from "../../../upstream/ports/rail.ts";
import type { FromWorker, RailCall, RailReply } from "./worker-messages.ts";

type Calls = Pick<PayoutRail, "prepare" | "broadcast" | "read">;

/** A rail whose book is in the parent process. Each call and each answer is a step. */
export function parentRail(tell: (message: FromWorker) => Promise<void>, step: () => void): Calls {
  const waiting = new Map<number, (reply: RailReply) => void>();
  process.on("message", (reply: RailReply) => waiting.get(reply.number)?.(reply));
  let count = 0;
  const ask = async (call: RailCall) => {
    step();
    count += 1;
    const number = count;
    const reply = await new Promise<RailReply>((resolve) => {
      waiting.set(number, resolve);
      void tell({ about: "call", number, call });
    });
    waiting.delete(number);
    step();
    if ("lost" in reply) throw new RailUnavailable(reply.lost);
    return reply.answer;
  };
  return {
    async prepare(movement) {
      const answer = await ask({ name: "prepare", movement });
      if (!isPreparation(answer)) throw new Error("The rail has answered something else");
      return answer;
    },
    async broadcast(movement, plan) {
      await ask({ name: "broadcast", movement, plan });
    },
    async read({ id }) {
      const answer = await ask({ name: "read", id });
      if (!isReading(answer)) throw new Error("The rail has answered something else");
      return answer;
    },
  };
}

type RailResult = Preparation | Reading | undefined;
const preparations = ["prepared", "refused", "wait"];
const isPreparation = (answer: RailResult): answer is Preparation =>
  answer !== undefined && preparations.includes(answer.state);
const isReading = (answer: RailResult): answer is Reading =>
  answer !== undefined && !preparations.includes(answer.state);
