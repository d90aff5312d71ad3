import { fairSlots } from "../networks/fair-slots.ts";
import { networksOf } from "../networks/networks.ts";

/** Bodies in memory at once, of requests that have not been answered yet. Shared by network. */
const mostBytes = 96 * 1024 * 1024;
/** What is counted at a time: asking for each piece would cost more than reading it. */
const stepBytes = 32 * 1024;
/** A browser or proxy sends pieces of kilobytes. Each piece costs as much, however small it is. */
const piecesAtFirst = 256;
const leastBytesOfPiece = 256;

/** `gone`: the client disconnected. `busy`: others need the memory. `pieces`: cut into very many. */
export type Unread = "gone" | "busy" | "pieces";

/** Of Node's request and response what is needed here, and whose request it is. */
type BodySource = {
  incoming: {
    readonly headers: { readonly "content-length"?: string | undefined };
    readonly complete: boolean;
    on(event: "data", listener: (chunk: Uint8Array) => void): unknown;
    off(event: "data", listener: (chunk: Uint8Array) => void): unknown;
    once(event: "end" | "close", listener: () => void): unknown;
  };
  outgoing: { once(event: "close", listener: () => void): unknown; destroy(): unknown };
  address: string | null;
};

/** Reads whole bodies before their requests get a place: a slow client holds what it has sent, and nothing else. */
export type BodyShares = {
  /** Longer than `longest` by one byte if it is longer at all; `isDropped` then reads the rest, and keeps none of it. */
  read(source: BodySource, longest: number, isDropped?: boolean): Promise<Uint8Array<ArrayBuffer> | Unread>;
};

export function bodyShares(most = mostBytes): BodyShares {
  const slots = fairSlots(most);
  return {
    read({ incoming, outgoing, address }, longest, isDropped = false) {
      const tooLong = () => new Uint8Array(longest + 1);
      const isTooLong = Number(incoming.headers["content-length"] ?? 0) > longest;
      if (isTooLong && !isDropped) return Promise.resolve(tooLong());
      return new Promise((resolve) => {
        let chunks: Uint8Array[] = [];
        let [length, pieces, counted] = [0, 0, stepBytes];
        const end = (result: Uint8Array<ArrayBuffer> | Unread) => {
          incoming.off("data", take);
          if (typeof result === "string") slot?.release();
          chunks = [];
          resolve(result);
        };
        // After it was read, its memory is free only when its request ends.
        const evict = () => {
          end("busy");
          if (incoming.complete) outgoing.destroy();
        };
        const slot = slots.take(networksOf(address), stepBytes, evict);
        if (!slot) return resolve("busy");
        outgoing.once("close", slot.release);
        const take = (chunk: Uint8Array) => {
          length += chunk.byteLength;
          pieces += 1;
          if (pieces > piecesAtFirst + length / leastBytesOfPiece) return end("pieces");
          if (length > longest) {
            chunks = [];
            return isDropped ? undefined : end(tooLong());
          }
          if (length > counted) {
            counted = Math.min(longest, Math.max(length, counted + stepBytes));
            if (!slot.resize(counted)) return end("busy");
          }
          chunks.push(chunk);
        };
        incoming.on("data", take);
        incoming.once("end", () => end(length > longest ? tooLong() : joined(chunks, length)));
        incoming.once("close", () => end("gone"));
      });
    },
  };
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}
