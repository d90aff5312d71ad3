import { type Refusal, refuse } from "../domain/refusal.ts";
import { networkOf } from "./request/client-network.ts";

/** An open response: `send` writes to the client until one side ends it. */
type Stream = { body: ReadableStream<Uint8Array>; send(text: string): void; end(): void };

export type Streams = {
  /**
   * Opens a stream that `signal` ends. `onEnd` is called once, whichever side ends it. Refuses with `too_many_requests`
   * at the limit per address or in total, and with `maintenance` while the service stops.
   */
  open(address: string | null, signal: AbortSignal, onEnd: () => void): Stream | Refusal;
  /** Ends all streams and opens no more. */
  end(): void;
};

/** Per process. A refused client polls orders/status instead. */
const maxStreams = 1000;
export const maxPerAddress = 20;
const retryAfterSeconds = 60;
/** A client with this many unread events is considered gone. */
const maxUnread = 30;

export function openStreams(): Streams {
  const open = new Map<Stream, string>();
  let isEnded = false;

  function refusal(network: string): Refusal | undefined {
    if (isEnded) return refuse("maintenance");
    const own = [...open.values()].filter((other) => other === network).length;
    if (open.size < maxStreams && own < maxPerAddress) return undefined;
    return refuse("too_many_requests", { extra: { retry_after_seconds: retryAfterSeconds } });
  }

  return {
    open(address, signal, onEnd) {
      const network = networkOf(address);
      const refused = refusal(network);
      if (refused) return refused;
      const stream = newStream(() => {
        open.delete(stream);
        onEnd();
      });
      open.set(stream, network);
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
