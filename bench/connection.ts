import { once } from "node:events";
import { connect, type Socket } from "node:net";

/**
 * A keep-alive connection that sends each request after the complete response to the previous one. It reads only the
 * status and the end of a response: Node's own client costs more CPU than the servers measured here.
 */
export class Connection {
  readonly #socket: Socket;
  readonly #host: string;
  #answer = newAnswer();
  #done: { resolve: (status: string) => void; reject: (error: Error) => void } | undefined;

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
  get(url: string, headers: Readonly<Record<string, string>>): Promise<string> {
    const { pathname, search } = new URL(url);
    const lines = Object.entries({ host: this.#host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
    this.#answer = newAnswer();
    this.#socket.write(`GET ${pathname}${search} HTTP/1.1\r\n${lines.join("")}\r\n`);
    return new Promise((resolve, reject) => {
      this.#done = { resolve, reject };
    });
  }

  close(): void {
    this.#done = undefined;
    this.#socket.destroy();
  }

  #read(bytes: Buffer): void {
    const answer = this.#answer;
    let rest = bytes;
    if (answer.left === undefined) {
      answer.head += bytes.toString("latin1");
      const end = answer.head.indexOf("\r\n\r\n");
      if (end < 0) return;
      rest = bytes.subarray(bytes.length - (answer.head.length - end - 4));
      answer.status = answer.head.slice(9, 12);
      const length = /\r\ncontent-length: (\d+)/i.exec(answer.head.slice(0, end))?.[1];
      answer.left = length === undefined ? "chunks" : Number(length);
    }
    if (answer.left === "chunks") {
      answer.tail = (answer.tail + rest.toString("latin1")).slice(-5);
      if (answer.tail !== "0\r\n\r\n") return;
    } else {
      answer.left -= rest.length;
      if (answer.left > 0) return;
    }
    this.#done?.resolve(answer.status);
  }
}

type Answer = { left: number | "chunks" | undefined; status: string; head: string; tail: string };

function newAnswer(): Answer {
  return { left: undefined, status: "", head: "", tail: "" };
}
