import { once } from "node:events";
import { chmodSync, rmSync, statSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { connect } from "node:net";
import type { Refused } from "./decide.ts";
import type { Entry } from "./list-line.ts";
import type { SignedTransaction, SignRefusal } from "./protocol/answers.ts";
import type { Signer } from "./signer.ts";

/** `fatal`: it is not certain what the disk has; the process must end. `report`: one line for the log. */
export type Surroundings = { report(line: object): void; fatal(error: unknown): void };

type SignerResponse = { status: number; body: object };

const mostBodyBytes = 64 * 1024;

const statusOf: Partial<Record<SignRefusal, number>> = { malformed: 400, stopped: 503 };

/**
 * Serves the protocol on a Unix socket: `POST /sign`, `POST /check`, `GET /head`, `GET /assets`, `GET /signed?after=SEQ`. `mode`:
 * who may connect, such as 0o660. Each request is decided, written to the disk and answered before the next one is decided. Throws where another
 * process listens there.
 */
export async function serveSigner(
  signer: Signer,
  { socket, mode }: { socket: string; mode: number },
  surroundings: Surroundings,
): Promise<Server> {
  if (await isServed(socket)) throw new Error(`Another process listens on ${socket}`);
  if (statSync(socket, { throwIfNoEntry: false })?.isSocket()) rmSync(socket);
  const server = createServer((request, response) => {
    void answerTo(signer, request, surroundings)
      .then((reply) => write(response, reply))
      .catch(surroundings.fatal);
  });
  // The socket is created without permissions for others, so that nobody else can connect before chmod.
  const before = process.umask(0o177);
  server.listen(socket);
  process.umask(before);
  await once(server, "listening");
  chmodSync(socket, mode);
  return server;
}

async function answerTo(signer: Signer, request: IncomingMessage, surroundings: Surroundings): Promise<SignerResponse> {
  const url = new URL(request.url ?? "/", "http://signer");
  const asked = `${request.method} ${url.pathname}`;
  if (asked === "GET /head") return { status: 200, body: signer.head() };
  if (asked === "GET /assets") return { status: 200, body: shownAssets(signer) };
  if (asked === "GET /signed") return signedAfter(signer, url.searchParams.get("after"));
  if (asked !== "POST /sign" && asked !== "POST /check")
    return malformed("There is POST /sign, POST /check, GET /head, GET /assets and GET /signed.", 404);
  const body = await readJson(request);
  if (body === undefined) return malformed("The body is no JSON, or too long.");
  return asked === "POST /sign" ? sign(signer, body, surroundings) : check(signer, body);
}

function check(signer: Signer, body: unknown): SignerResponse {
  const refusal = signer.check(body);
  return refusal ? refused(refusal) : { status: 200, body: signer.head() };
}

const refused = ({ refused: error, reason }: Refused): SignerResponse => {
  return { status: statusOf[error] ?? 409, body: { error, reason } };
};

function sign(signer: Signer, body: unknown, { report }: Surroundings): SignerResponse {
  const signed = signer.sign(body);
  if ("refused" in signed) {
    report({ refused: signed.refused, reason: signed.reason, request: namesOf(body) });
    return refused(signed);
  }
  const { entry, isNew } = signed;
  if (isNew) report({ signed: entry.seq, id: entry.id, step: entry.step, asset: entry.asset, tx: entry.tx });
  return { status: 200, body: { ...signer.head(), signed: publicEntry(entry) } };
}

function signedAfter(signer: Signer, after: string | null): SignerResponse {
  if (after === null || !/^\d{1,15}$/.test(after)) return malformed("`after` must be the number of a transaction.");
  const seq = Number(after);
  const signed = signer.signedAfter(seq).map(publicEntry);
  return { status: 200, body: { ...signer.head(), before: signer.lineAt(seq) ?? null, signed } };
}

function shownAssets(signer: Signer): object {
  const { chain, assets } = signer.assets();
  const byAsset = Object.entries(assets).map(([id, { contract, gas }]) => [id, { contract, gas: String(gas) }]);
  return { chain, assets: Object.fromEntries(byAsset) };
}

/** Whole numbers as decimal text. */
type Shown = {
  [Field in keyof SignedTransaction]: SignedTransaction[Field] extends bigint ? string : SignedTransaction[Field];
};

function publicEntry(entry: Entry): Shown {
  const { seq, id, step, deposit, asset, from, to, nonce, at, tx, bytes, hash: line } = entry;
  const [amount = "", gas = "", maxFee = "", tip = ""] = [entry.amount, entry.gas, entry.maxFee, entry.tip].map(String);
  return { seq, id, step, deposit, asset, from, to, amount, nonce, gas, maxFee, tip, at, tx, bytes, line };
}

/** What the log says of a refused request: none of its texts is longer than an id. */
function namesOf(body: unknown): object {
  if (typeof body !== "object" || body === null) return {};
  return Object.fromEntries(
    ["id", "step", "asset", "to", "amount", "maxFee"].map((name) => [
      name,
      String(Reflect.get(body, name) ?? "").slice(0, 80),
    ]),
  );
}

const malformed = (reason: string, status = 400): SignerResponse => ({ status, body: { error: "malformed", reason } });

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of request) {
      length += chunk.length;
      if (length > mostBodyBytes) return undefined;
      chunks.push(chunk);
    }
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch {
    return undefined;
  }
}

function write(response: ServerResponse, { status, body }: SignerResponse): void {
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
}

/** A socket file is left behind by a process that was killed. */
async function isServed(socket: string): Promise<boolean> {
  const connection = connect(socket);
  try {
    await once(connection, "connect");
    return true;
  } catch {
    return false;
  } finally {
    connection.destroy();
  }
}
