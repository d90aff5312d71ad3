import { once } from "node:events";
import { connect, type Socket } from "node:net";

export type Reply = { status: string; head: string; body: string };

/**
 * A keep-alive connection that sends each request after the complete response to the previous one. It reads only the
 * status and the end of a response: Node's own client costs more CPU than the servers measured here.
 */
export class Connection {
  readonly #socket: Socket;
  readonly #host: string;
  #answer = newAnswer(false);
  #done: { resolve: (reply: Reply) => void; reject: (error: Error) => void } | undefined;

  private constructor(socket: Socket, host: string) {
    this.#socket = socket;
    this.#host = host;
    socket.on("data", (bytes) => this.#read(bytes));
    socket.on("error", (error) => this.#done?.reject(error));
    socket.on("close", () => this.#done?.reject(new Error("The server closed the connection")));
  }

  static async to(url: string): Promise<Connection> {
    const { hostname, port, host } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    await once(socket, "connect");
    return new Connection(socket, host);
  }

  /** The status of the answer to a GET. */
  async get(url: string, headers: Readonly<Record<string, string>>): Promise<string> {
    const { pathname, search } = new URL(url);
    return (await this.send("GET", `${pathname}${search}`, headers)).status;
  }

  /** The answer to one request; its body only if asked for. Rejects when the connection ends before it. */
  send(
    method: string,
    target: string,
    headers: Readonly<Record<string, string>>,
    body = "",
    keepsBody = false,
  ): Promise<Reply> {
    const all = { host: this.#host, ...headers, ...(body && { "content-length": String(Buffer.byteLength(body)) }) };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    this.#answer = newAnswer(keepsBody);
    this.#socket.write(`${method} ${target} HTTP/1.1\r\n${lines.join("")}\r\n${body}`);
    return new Promise((resolve, reject) => {
      this.#done = { resolve, reject };
    });
  }

  close(): void {
    this.#done = undefined;
    this.#socket.destroy();
  }

  get isOpen(): boolean {
    return this.#socket.writable && this.#socket.readable;
  }

  #read(bytes: Buffer): void {
    const response = this.#answer;
    let rest = bytes;
    if (response.left === undefined) {
      response.head += bytes.toString("latin1");
      const end = response.head.indexOf("\r\n\r\n");
      if (end < 0) return;
      rest = bytes.subarray(bytes.length - (response.head.length - end - 4));
      response.head = response.head.slice(0, end);
      const length = /\r\ncontent-length: (\d+)/i.exec(response.head)?.[1];
      const isEmpty = response.head.startsWith("304", 9) || response.head.startsWith("204", 9);
      response.left = isEmpty ? 0 : length === undefined ? "chunks" : Number(length);
    }
    if (response.keepsBody) response.body += rest.toString("latin1");
    if (response.left === "chunks") {
      response.tail = (response.tail + rest.toString("latin1")).slice(-5);
      if (response.tail !== "0\r\n\r\n") return;
    } else {
      response.left -= rest.length;
      if (response.left > 0) return;
    }
    const { head, body } = response;
    const done = this.#done;
    this.#done = undefined;
    done?.resolve({ status: head.slice(9, 12), head, body });
  }
}

type ResponseParts = {
  left: number | "chunks" | undefined;
  head: string;
  tail: string;
  body: string;
  keepsBody: boolean;
};

function newAnswer(keepsBody: boolean): ResponseParts {
  return { left: undefined, head: "", tail: "", body: "", keepsBody };
}
