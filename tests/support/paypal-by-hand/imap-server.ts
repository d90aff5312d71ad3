import { createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** A message of the folder. `breaksAt`: bytes of it after which the server ends the connection. */
export type StoredMessage = {
  uid: number;
  source: Buffer;
  receivedAt: Date;
  isSeen: boolean;
  breaksAt?: number | undefined;
};

/** What the service's IMAP client needs of a server: one folder, one user, no extensions. Closed when the test is over. */
export class ImapServer {
  readonly messages: StoredMessage[] = [];
  /** Commands as they came, without their tags. */
  readonly commands: string[] = [];
  /** Answers to these words of commands with NO. */
  refuses: RegExp | null = null;
  /** Accepts connections and says nothing. */
  isSilent = false;
  readonly #server = createServer((socket) => this.#serve(socket));
  readonly #sockets = new Set<Socket>();
  #port = 0;

  static async start(): Promise<ImapServer> {
    const server = new ImapServer();
    await server.open();
    onTestFinished(() => server.close());
    return server;
  }

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(this.#port, "127.0.0.1", resolve));
    const address = this.#server.address();
    if (address !== null && typeof address === "object") this.#port = address.port;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  url({ password = "pass word", folder = "INBOX" } = {}): string {
    return `imap://shop%40kursa.example:${encodeURIComponent(password)}@127.0.0.1:${this.#port}/${folder}`;
  }

  add(source: string | Buffer, receivedAt: Date, breaksAt?: number): StoredMessage {
    const uid = (this.messages.at(-1)?.uid ?? 0) + 1;
    const message = { uid, source: Buffer.from(source), receivedAt, isSeen: false, breaksAt };
    this.messages.push(message);
    return message;
  }

  /** Numbers of what is unread. */
  unread(): number[] {
    return this.messages.filter(({ isSeen }) => !isSeen).map(({ uid }) => uid);
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket.setNoDelay(true));
    socket.on("close", () => this.#sockets.delete(socket));
    socket.on("error", () => {});
    if (this.isSilent) return;
    socket.write("* OK ready\r\n");
    let rest = "";
    socket.on("data", (chunk) => {
      const lines = (rest + chunk.toString("latin1")).split("\r\n");
      rest = lines.pop() ?? "";
      for (const line of lines) this.#answer(socket, line);
    });
  }

  #answer(socket: Socket, line: string): void {
    const [, tag = "", text = ""] = /^(\S+) (.*)$/.exec(line) ?? [];
    this.commands.push(text);
    const verb = (/^(?:UID )?\S+/.exec(text)?.[0] ?? "").toUpperCase();
    if (this.refuses?.test(text)) return void socket.write(`${tag} NO not now\r\n`);
    if (verb === "LOGIN" && !/ "?shop@kursa\.example"? "pass word"$/.test(text))
      return void socket.write(`${tag} NO [AUTHENTICATIONFAILED] wrong\r\n`);
    if (verb === "UID FETCH" && !this.#fetch(socket, text)) return;
    socket.write(`${this.#data(verb, text)}${tag} OK ${verb === "SELECT" ? "[READ-WRITE] " : ""}done\r\n`);
    if (verb === "LOGOUT") socket.end();
  }

  /** What comes before the end of an answer. */
  #data(verb: string, text: string): string {
    switch (verb) {
      case "CAPABILITY":
        return "* CAPABILITY IMAP4rev1\r\n";
      case "LIST":
      case "LSUB":
        return `* ${verb} (\\HasNoChildren) "/" "INBOX"\r\n`;
      case "SELECT":
        return `* FLAGS (\\Seen)\r\n* ${this.messages.length} EXISTS\r\n* OK [PERMANENTFLAGS (\\Seen)] kept\r\n* OK [UIDVALIDITY 1] valid\r\n* OK [UIDNEXT ${this.messages.length + 1}] next\r\n`;
      case "UID SEARCH":
        return `* SEARCH ${this.unread().join(" ")}\r\n`;
      case "UID STORE": {
        const message = this.#named(text);
        if (message && text.includes("\\Seen")) message.isSeen = true;
        return "";
      }
      default:
        return "";
    }
  }

  #named = (text: string) => this.messages.find(({ uid }) => uid === Number(/^UID \S+ (\d+)/i.exec(text)?.[1]));

  /** False where it has broken off. */
  #fetch(socket: Socket, text: string): boolean {
    const message = this.#named(text);
    if (!message) return true;
    const { uid, source, receivedAt, breaksAt } = message;
    const [, weekday, day, month, year, time] = /^(\w+), (\d+) (\w+) (\d+) (\S+)/.exec(receivedAt.toUTCString()) ?? [];
    const date = `INTERNALDATE "${day}-${month}-${year} ${time} +0000"`;
    if (weekday === undefined) throw new Error("no date");
    const most = Number(/BODY\.PEEK\[\]<0\.(\d+)>/.exec(text)?.[1]);
    const part = source.subarray(0, most);
    const seq = this.messages.indexOf(message) + 1;
    socket.write(`* ${seq} FETCH (UID ${uid} ${date} BODY[]<0> {${part.length}}\r\n`);
    socket.write(part.subarray(0, breaksAt));
    if (breaksAt !== undefined) {
      socket.end();
      return false;
    }
    socket.write(")\r\n");
    return true;
  }
}
