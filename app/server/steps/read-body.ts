import { bodyShares, type Unread } from "../../../contract/server/body-shares.ts";
import { type FrontRequest, type FrontResponse, textResponse } from "../front-request.ts";
import { callProblem } from "./call-problem.ts";
import { isApiPath } from "./origin.ts";

/** Reads whole bodies before their requests get a place: a slow client holds what it has sent, and nothing else. */
export type BodyReader = {
  /** Longer than `longest` by one byte if it is longer at all; `isDropped` then reads the rest, and keeps none of it. */
  read(request: FrontRequest, longest: number, isDropped?: boolean): Promise<Uint8Array<ArrayBuffer> | Unread>;
};

export function bodyReader(most?: number): BodyReader {
  const shares = bodyShares(most);
  return {
    read: ({ incoming, outgoing, facts }, longest, isDropped) =>
      shares.read({ incoming, outgoing, address: facts.clientAddress }, longest, isDropped),
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
  const last = { connection: "close" };
  if (!isApiPath(request.path)) return textResponse(400, "The request is cut into too many pieces.\n", last);
  return callProblem(request, "bad_request", last);
}
