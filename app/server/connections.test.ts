import { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { expect, test } from "vitest";
import { boundConnections } from "./connections.ts";

function connections(most: number) {
  const bound = boundConnections(["10.0.0.0/8"], most);
  const open = new Map<Socket, string>();
  return {
    count: (start: string) => [...open.values()].filter((address) => address.startsWith(start)).length,
    connect(address: string) {
      const socket = Object.assign(new EventEmitter(), {
        remoteAddress: address,
        destroy: () => {
          open.delete(socket);
          socket.emit("close");
        },
      }) as unknown as Socket;
      open.set(socket, address);
      bound(socket);
    },
  };
}

test("one network may have all connections until others come, and a trusted proxy is not counted", () => {
  const { connect, count } = connections(20);
  for (let at = 0; at < 40; at += 1) connect(`203.0.113.${at}`);
  expect(count("203.0.113.")).toBe(20);
  for (let network = 1; network <= 3; network += 1)
    for (let at = 0; at < 6; at += 1) connect(`::ffff:198.51.${network}.${at}`);
  expect([1, 2, 3].map((network) => count(`::ffff:198.51.${network}.`))).toEqual([4, 4, 4]);
  expect(count("203.0.113.")).toBe(8);
  for (let at = 0; at < 50; at += 1) connect("10.0.0.1");
  expect(count("10.0.0.1")).toBe(50);
});
