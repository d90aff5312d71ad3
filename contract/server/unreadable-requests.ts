import type { ProblemCode } from "../values/problem.ts";

/** What Node's HTTP parser says of a request that it rejects. */
export type ReadError = Error & { code?: string; rawPacket?: Uint8Array };
/** Of the connection what is needed here. */
type Connection = {
  readonly writable: boolean;
  end(answer: string | Uint8Array): unknown;
  destroy(error?: Error): unknown;
};

/** Closing while the client still sends would reset the connection, and with it the answer. */
const lingerMilliseconds = 1000;

const codes: Readonly<Record<string, ProblemCode>> = {
  HPE_HEADER_OVERFLOW: "headers_too_large",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "too_large",
  ERR_HTTP_REQUEST_TIMEOUT: "request_timeout",
};

/** The code of the problem that a call gets for it. */
export const unreadableCode = ({ code = "" }: ReadError): ProblemCode => codes[code] ?? "bad_request";

/**
 * For `clientError` of Node's HTTP server: answers a request that its parser rejects, or that came too slowly, before any code
 * sees it; then closes the connection. `answer`: what to send, head included; `path` is empty where none has arrived.
 */
export function answerUnreadable<Opened extends Connection>(
  answer: (error: ReadError, request: { path: string; head: string }) => string | Uint8Array,
): (error: ReadError, connection: Opened) => void {
  const answered = new WeakSet<Opened>();
  return (error, connection) => {
    if (answered.has(connection)) return;
    answered.add(connection);
    if (!connection.writable || isAnswering(connection)) return void connection.destroy(error);
    const head = new TextDecoder("latin1").decode(error.rawPacket);
    connection.end(answer(error, { path: pathIn(head) ?? pathOf(connection), head }));
    setTimeout(() => connection.destroy(), lingerMilliseconds).unref();
  };
}

/** The path of what was rejected, where that begins with the request: as far as it arrived in one piece. */
const pathIn = (head: string) => /^[A-Z]+ (\/[^\s?#]*)/.exec(head)?.[1];

/** Node keeps the answer of a connection here, with its request, from the end of the head on. */
const messageOf = (connection: object): object => Object(Reflect.get(connection, "_httpMessage"));

/** A second answer in the middle of one would be read as its body. */
const isAnswering = (connection: object) => Reflect.get(messageOf(connection), "headersSent") === true;

function pathOf(connection: object): string {
  const url: unknown = Reflect.get(Object(Reflect.get(messageOf(connection), "req")), "url");
  return typeof url === "string" ? (url.split(/[?#]/)[0] ?? "") : "";
}
