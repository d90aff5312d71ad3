import { EventEmitter } from "node:events";
import { describe, expect, test } from "vitest";
import { type FrontRequest, newFrontRequest } from "../front-request.ts";
import { bodyReader, unreadAnswer } from "./read-body.ts";

const kilobyte = 1024;

function request(address: string, headers: Record<string, string> = {}) {
  let isDestroyed = false;
  const incoming = Object.assign(new EventEmitter(), { headers, method: "POST", complete: false });
  const outgoing = Object.assign(new EventEmitter(), {
    destroy: () => {
      isDestroyed = true;
    },
  });
  const frontRequest = newFrontRequest(
    incoming as unknown as FrontRequest["incoming"],
    outgoing as unknown as FrontRequest["outgoing"],
  );
  frontRequest.facts.clientAddress = address;
  return {
    frontRequest,
    send: (bytes: number) => void incoming.emit("data", Buffer.alloc(bytes, 97)),
    end() {
      incoming.complete = true;
      incoming.emit("end");
    },
    answer: () => void outgoing.emit("close"),
    listeners: () => incoming.listenerCount("data"),
    isDestroyed: () => isDestroyed,
  };
}

describe("a body", () => {
  test("is read whole, and one byte longer than allowed if it is longer", async () => {
    const bodies = bodyReader();
    const [fits, long, declared] = [
      request("192.0.2.1"),
      request("192.0.2.1"),
      request("192.0.2.1", { "content-length": "9" }),
    ];
    const reading = bodies.read(fits.frontRequest, 8);
    fits.send(5);
    fits.send(3);
    fits.end();
    expect(Buffer.from((await reading) as Uint8Array).toString()).toBe("aaaaaaaa");
    const readingLong = bodies.read(long.frontRequest, 8);
    long.send(9);
    expect(await readingLong).toHaveLength(9);
    expect(await bodies.read(declared.frontRequest, 8)).toHaveLength(9);
  });

  test("in thousands of pieces of a byte is given up after some hundred", async () => {
    const { frontRequest, send, listeners } = request("192.0.2.1");
    const reading = bodyReader().read(frontRequest, 64 * kilobyte);
    let sent = 0;
    for (; listeners() > 0 && sent < 60_000; sent += 1) send(1);
    expect(await reading).toBe("pieces");
    expect(sent).toBeLessThan(300);
  });

  test("of a slow phone, in pieces of half a kilobyte, is read", async () => {
    const { frontRequest, send, end } = request("192.0.2.1");
    const reading = bodyReader().read(frontRequest, 1024 * kilobyte);
    for (let at = 0; at < 2000; at += 1) send(512);
    end();
    expect(await reading).toHaveLength(2000 * 512);
  });

  test("costs others nothing while it is slow: the memory that one network fills is given to who needs it", async () => {
    const bodies = bodyReader(1024 * kilobyte);
    const greedy = Array.from({ length: 32 }, (_, at) => request(`203.0.113.${at}`));
    const reading = greedy.map(({ frontRequest }) => bodies.read(frontRequest, 64 * kilobyte));
    const other = request("192.0.2.1");
    const read = bodies.read(other.frontRequest, 64 * kilobyte);
    other.send(60 * kilobyte);
    other.end();
    expect(await read).toHaveLength(60 * kilobyte);
    expect(await reading[0]).toBe("busy");
  });

  test("keeps its memory until it is answered; where others need it before, its connection ends", async () => {
    const bodies = bodyReader(256 * kilobyte);
    const first = request("203.0.113.7");
    const read = bodies.read(first.frontRequest, 256 * kilobyte);
    for (let at = 0; at < 25; at += 1) first.send(10 * kilobyte);
    first.end();
    expect(await read).toHaveLength(250 * kilobyte);
    const second = request("192.0.2.1");
    void bodies.read(second.frontRequest, kilobyte);
    expect(first.isDestroyed()).toBe(true);
  });

  test("in very many pieces is refused: of a call with a problem, of a form in words", () => {
    const refusalAt = (path: string) => {
      const { frontRequest } = request("192.0.2.1");
      return unreadAnswer("pieces", Object.assign(frontRequest, { path }), () => expect.fail("It is not busy"));
    };
    const call = refusalAt("/api/v1/exchange/step-one");
    expect([call.status, JSON.parse(String(call.body)).code]).toEqual([400, "bad_request"]);
    expect(refusalAt("/En/track").body).toBe("The request is cut into too many pieces.\n");
  });
});
