import { z } from "zod/v4";
import { pulseReply } from "../../../contract/order/order.ts";

const named = z.object({ event: z.literal("pulse"), id: z.string() });
type PulseEvent = z.output<typeof pulseReply> & { id: string };

/** Reads server-sent events one by one, as a browser would; undefined at the end. */
export function pulses(response: Response): { next(): Promise<PulseEvent | undefined>; leave(): Promise<void> } {
  if (!response.body) throw new Error("The answer has no body");
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";

  async function next(): Promise<PulseEvent | undefined> {
    for (;;) {
      const end = text.indexOf("\n\n");
      if (end >= 0) {
        const block = text.slice(0, end);
        text = text.slice(end + 2);
        return eventOf(block);
      }
      const { done, value } = await reader.read();
      if (done) return undefined;
      text += value;
    }
  }
  return { next, leave: () => reader.cancel() };
}

function eventOf(block: string): PulseEvent {
  const fields = Object.fromEntries(block.split("\n").map((line) => line.split(/: (.*)/)));
  const { id } = named.parse(fields);
  return { id, ...pulseReply.parse(JSON.parse(fields.data)) };
}
