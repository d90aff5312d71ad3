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
    const answer = this.#answer;
    let rest = bytes;
    if (answer.left === undefined) {
      answer.head += bytes.toString("latin1");
      const end = answer.head.indexOf("\r\n\r\n");
      if (end < 0) return;
      rest = bytes.subarray(bytes.length - (answer.head.length - end - 4));
      answer.head = answer.head.slice(0, end);
      const length = /\r\ncontent-length: (\d+)/i.exec(answer.head)?.[1];
      const isEmpty = answer.head.startsWith("304", 9) || answer.head.startsWith("204", 9);
      answer.left = isEmpty ? 0 : length === undefined ? "chunks" : Number(length);
    }
    if (answer.keepsBody) answer.body += rest.toString("latin1");
    if (answer.left === "chunks") {
      answer.tail = (answer.tail + rest.toString("latin1")).slice(-5);
      if (answer.tail !== "0\r\n\r\n") return;
    } else {
      answer.left -= rest.length;
      if (answer.left > 0) return;
    }
    const { head, body } = answer;
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
