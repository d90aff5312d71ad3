import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";

const periodSeconds = 30;
/** Codes of the step before and after are accepted too: clocks differ. */
const window = 1;
const windowOffClock = 20;

/** 160 bits, as RFC 4226 recommends, in base 32. */
export function newTotpSecret(): string {
  return new Secret({ buffer: new Uint8Array(randomBytes(20)).buffer }).base32;
}

/** The content of the QR code. */
export function otpauthUri(secret: string, issuer: string, label: string): string {
  return authenticator(secret, issuer, label).toString();
}

/** The time step of a code; undefined when it is not valid now. */
export function stepOfCode(secret: string, code: string, now: Date): number | undefined {
  return stepWithin(window, secret, code, now);
}

/** The same for a phone whose clock is up to ten minutes off; such a code is never accepted. */
export function stepOffClock(secret: string, code: string, now: Date): number | undefined {
  return stepWithin(windowOffClock, secret, code, now);
}

function stepWithin(steps: number, secret: string, code: string, now: Date): number | undefined {
  const delta = authenticator(secret).validate({ token: code, timestamp: now.getTime(), window: steps });
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / periodSeconds) + delta;
}

function authenticator(secret: string, issuer = "", label = ""): TOTP {
  return new TOTP({
    issuer,
    label,
    secret: Secret.fromBase32(secret),
    algorithm: "SHA1",
    digits: 6,
    period: periodSeconds,
  });
}
