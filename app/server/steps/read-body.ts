import { fairSlots } from "../../../contract/networks/fair-slots.ts";
import { networksOf } from "../../../contract/networks/networks.ts";
import { type FrontRequest, type FrontResponse, textResponse } from "../front-request.ts";

/** Bodies in memory at once, of requests that have not been answered yet. Shared by network. */
const mostBytes = 96 * 1024 * 1024;
/** What is counted at a time: asking for each piece would cost more than reading it. */
const stepBytes = 32 * 1024;
/** A browser or proxy sends pieces of kilobytes. Each piece costs as much, however small it is. */
const piecesAtFirst = 256;
const leastBytesOfPiece = 256;

/** `gone`: the client disconnected. `busy`: others need the memory. `pieces`: cut into very many. */
type Unread = "gone" | "busy" | "pieces";

/** Reads whole bodies before their requests get a place: a slow client holds what it has sent, and nothing else. */
export type BodyReader = {
  /** Longer than `longest` by one byte if it is longer at all; `isDropped` then reads the rest, and keeps none of it. */
  read(request: FrontRequest, longest: number, isDropped?: boolean): Promise<Uint8Array<ArrayBuffer> | Unread>;
};

export function bodyReader(most = mostBytes): BodyReader {
  const slots = fairSlots(most);
  return {
    read(request, longest, isDropped = false) {
      const { incoming, outgoing, facts } = request;
      const tooLong = () => new Uint8Array(longest + 1);
      const isTooLong = Number(incoming.headers["content-length"] ?? 0) > longest;
      if (isTooLong && !isDropped) return Promise.resolve(tooLong());
      return new Promise((resolve) => {
        let chunks: Buffer[] = [];
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
        const slot = slots.take(networksOf(facts.clientAddress), stepBytes, evict);
        if (!slot) return resolve("busy");
        outgoing.once("close", slot.release);
        const take = (chunk: Buffer) => {
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
        incoming.once("end", () => end(length > longest ? tooLong() : new Uint8Array(Buffer.concat(chunks, length))));
        incoming.once("close", () => end("gone"));
      });
    },
  };
}

/** No page and no call gets a part of a body. */
export function unreadAnswer(
  unread: Unread,
  request: FrontRequest,
  busy: (request: FrontRequest) => FrontResponse,
): FrontResponse {
  if (unread === "busy") return busy(request);
  if (unread === "gone") return textResponse(400, "The request is incomplete.\n");
  return textResponse(400, "The request is cut into too many pieces.\n", { connection: "close" });
}
