import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** One statement as the driver sent it, and in which round trip; a parameter is text or null. */
export type Statement = { text: string; values: (string | null)[]; roundTrip: number };

/** What a service sent to its database: every statement, and how often it waited for an answer. */
export type Recording = { statements: Statement[]; roundTrips: number };

/** A proxy to PostgreSQL that records statements. Both are sockets of the same name in two folders. */
export async function recordStatements(serverFolder: string, socketName: string) {
  const folder = mkdtempSync(join(tmpdir(), "bench-recorder-"));
  let recording: Recording = { statements: [], roundTrips: 0 };
  const sockets = new Set<Socket>();
  const waiting = new Set<Socket>();
  const server = createServer((client) => {
    const database = connect(join(serverFolder, socketName));
    const read = messageReader((statement) =>
      recording.statements.push({ ...statement, roundTrip: recording.roundTrips }),
    );
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on("error", () => socket.destroy());
    }
    client.on("data", (bytes) => {
      // What is sent while another connection waits costs no time of its own.
      if (waiting.size === 0) recording.roundTrips += 1;
      waiting.add(client);
      read(bytes);
      database.write(bytes);
    });
    database.on("data", (bytes) => {
      waiting.delete(client);
      client.write(bytes);
    });
    client.on("close", () => {
      waiting.delete(client);
      database.destroy();
    });
    database.on("close", () => client.destroy());
  });
  server.listen(join(folder, socketName));
  await once(server, "listening");
  return {
    folder,
    /** Recorded since the last call. */
    take(): Recording {
      const recorded = recording;
      recording = { statements: [], roundTrips: 0 };
      return recorded;
    },
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Parses the client side of PostgreSQL's protocol: Query, Parse and Bind; skips other messages. */
function messageReader(report: (statement: Omit<Statement, "roundTrip">) => void): (bytes: Buffer) => void {
  const texts = new Map<string, string>();
  let rest: Buffer = Buffer.alloc(0);
  let isStarted = false;
  return (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    for (;;) {
      const head = isStarted ? 1 : 0;
      if (rest.length < head + 4) return;
      const end = head + rest.readInt32BE(head);
      if (rest.length < end) return;
      const kind = isStarted ? String.fromCharCode(rest[0] ?? 0) : "";
      const fields = fieldReader(rest.subarray(head + 4, end));
      rest = rest.subarray(end);
      isStarted = true;
      if (kind === "Q") report({ text: fields.text(), values: [] });
      if (kind === "P") texts.set(fields.text(), fields.text());
      if (kind === "B") {
        fields.text();
        report({ text: texts.get(fields.text()) ?? "", values: fields.values() });
      }
    }
  };
}

function fieldReader(bytes: Buffer) {
  let at = 0;
  const count = () => {
    at += 2;
    return bytes.readInt16BE(at - 2);
  };
  const value = () => {
    const length = bytes.readInt32BE(at);
    at += 4;
    if (length < 0) return null;
    at += length;
    return bytes.toString("utf8", at - length, at);
  };
  return {
    text() {
      const end = bytes.indexOf(0, at);
      const text = bytes.toString("utf8", at, end);
      at = end + 1;
      return text;
    },
    /** The parameters of a Bind, after the list of formats. */
    values() {
      const formats = count();
      at += 2 * formats;
      return Array.from({ length: count() }, value);
    },
  };
}
