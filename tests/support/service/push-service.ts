import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { jwtVerify } from "jose";
import type { PushSubscription } from "../../../contract/order/order-push.ts";

/** A message as it arrived at the push service, and what its browser reads. */
export type Arrived = { headers: IncomingHttpHeaders; text: string; bytes: Buffer };

export type PushService = {
  /** Where messages to it have to go (diverted-requests.mjs). */
  diverted: Record<string, string>;
  /** Requests that the service accepted or refused, in order. */
  arrived: Arrived[];
  /** The status of all further answers; null: none is given. */
  answer: number | null;
  /** A new browser that subscribes with this key of the application's server. */
  browser(): Browser;
  stop(): Promise<void>;
};
type Browser = PushSubscription & { read(body: Buffer): string };

const curve = "prime256v1";
/** Of the maker of Chromium. */
const pushOrigin = "https://fcm.googleapis.com";

/**
 * A browser maker's push service: keeps what arrives, decrypted by the browser that it is for. It refuses with 403 what is
 * not signed for this service by the key named in the request (RFC 8292), as real ones do.
 */
export async function startPushService(clock: () => Date): Promise<PushService> {
  const browsers = new Map<string, Browser>();
  const service: PushService = {
    ...{ diverted: {}, arrived: [], answer: 201 },
    browser() {
      const path = `/send/${randomBytes(12).toString("base64url")}`;
      const subscriber = newBrowser(`${pushOrigin}${path}`);
      browsers.set(path, subscriber);
      return subscriber;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  const server = createServer(async (request, response) => {
    const bytes = await buffer(request);
    const isSigned = await isSignedFor(pushOrigin, request.headers.authorization ?? "", clock());
    const text = browsers.get(request.url ?? "")?.read(bytes) ?? "";
    service.arrived.push({ headers: request.headers, text, bytes });
    if (service.answer === null) return;
    response.writeHead(isSigned ? service.answer : 403, { Location: "/elsewhere" }).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  service.diverted = { [pushOrigin]: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  return service;
}

async function isSignedFor(audience: string, authorization: string, currentDate: Date): Promise<boolean> {
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.toString("base64url", 1, 33), point.toString("base64url", 33)];
  try {
    const publicKey = createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
    const checks = { audience, currentDate, algorithms: ["ES256"], requiredClaims: ["exp", "sub"] };
    const { payload } = await jwtVerify(token, publicKey, checks);
    const isShort = (payload.exp ?? 0) * 1000 <= currentDate.getTime() + 24 * 3600 * 1000;
    return isShort && /^(mailto:|https:)/.test(payload.sub ?? "");
  } catch {
    return false;
  }
}

function newBrowser(endpoint: string): Browser {
  const pair = createECDH(curve);
  pair.generateKeys();
  const auth = randomBytes(16);
  return {
    endpoint,
    p256dh: pair.getPublicKey().toString("base64url"),
    auth: auth.toString("base64url"),
    read: (body) => decrypted(body, pair.getPrivateKey(), auth),
  };
}

/** RFC 8291 from the browser's side, one record. */
export function decrypted(body: Buffer, privateKey: Buffer, auth: Buffer): string {
  const pair = createECDH(curve);
  pair.setPrivateKey(privateKey);
  const [salt, keyLength] = [body.subarray(0, 16), body.readUInt8(20)];
  const [sender, record] = [body.subarray(21, 21 + keyLength), body.subarray(21 + keyLength)];
  const derive = (secret: Buffer, from: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync("sha256", secret, from, info, length));
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), pair.getPublicKey(), sender]);
  const secret = derive(pair.computeSecret(sender), auth, info, 32);
  const key = derive(secret, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = derive(secret, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
  const decipher = createDecipheriv("aes-128-gcm", key, nonce).setAuthTag(record.subarray(-16));
  const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  if (plain.at(-1) !== 2) throw new Error("The delimiter of the last record is missing");
  return plain.subarray(0, -1).toString("utf8");
}
