import { fairSlots } from "../../contract/networks/fair-slots.ts";
import { networksOf } from "../../contract/networks/networks.ts";
import { type Refusal, refuse } from "../shared/rules/refusal.ts";

/** An open response: `send` writes to the client until one side ends it. */
type Stream = { body: ReadableStream<Uint8Array>; send(text: string): void; end(): void };

export type Streams = {
  /**
   * Opens a stream that `signal` ends. `onEnd` is called once, whichever side ends it. Refuses with `too_many_requests`
   * at the limit per address, or in total where its network has its share, and with `maintenance` while the service stops.
   */
  open(address: string | null, signal: AbortSignal, onEnd: () => void): Stream | Refusal;
  /** Ends all streams and opens no more. */
  end(): void;
};

/** Per process, shared by network. A client that is refused, or whose stream others need, polls orders/status instead. */
const maxStreams = 1000;
export const maxPerAddress = 20;
const retryAfterSeconds = 60;
/** A client with this many unread events is considered gone. */
const maxUnread = 30;

export function openStreams(most = maxStreams): Streams {
  const open = new Map<Stream, string>();
  const slots = fairSlots(most);
  let isEnded = false;
  const tooMany = () => refuse("too_many_requests", { extra: { retry_after_seconds: retryAfterSeconds } });

  return {
    open(address, signal, onEnd) {
      if (isEnded) return refuse("maintenance");
      const networks = networksOf(address);
      if ([...open.values()].filter((client) => client === networks.client).length >= maxPerAddress) return tooMany();
      const slot = slots.take(networks, 1, () => stream.end());
      if (!slot) return tooMany();
      const stream = newStream(() => {
        open.delete(stream);
        slot.release();
        onEnd();
      });
      open.set(stream, networks.client);
      signal.addEventListener("abort", stream.end, { once: true });
      return stream;
    },
    end() {
      isEnded = true;
      for (const stream of open.keys()) stream.end();
    },
  };
}

function newStream(onEnd: () => void): Stream {
  const encoder = new TextEncoder();
  let client: ReadableStreamDefaultController<Uint8Array> | undefined;

  function leave(): boolean {
    const wasOpen = client !== undefined;
    client = undefined;
    if (wasOpen) onEnd();
    return wasOpen;
  }
  function end(): void {
    const closing = client;
    if (leave()) closing?.close();
  }

  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      client = controller;
    },
    cancel: () => void leave(),
  });
  return {
    body,
    end,
    send(text) {
      client?.enqueue(encoder.encode(text));
      if ((client?.desiredSize ?? 0) < -maxUnread) end();
    },
  };
}
