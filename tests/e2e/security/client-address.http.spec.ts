import { request } from "node:http";
import { Member, password } from "../people/member.ts";
import { expect, test } from "../setup/story.ts";

const tries = 15;

test("spoofed address headers neither add sign-in attempts nor use up another client's", async ({ page, site }) => {
  const member = new Member(page, "en", site);
  await member.signsUp();
  const guess = (from: string, headers: Record<string, string>, typed = "not the password") =>
    signsIn(site.origin, from, headers, { email: member.email, password: typed });

  const plain: number[] = [];
  for (let at = 0; at < tries; at += 1) plain.push(await guess("127.0.0.2", {}));
  expect(plain).toEqual([...Array(10).fill(401), ...Array(tries - 10).fill(429)]);

  const spoofing: number[] = [];
  for (let at = 0; at < tries; at += 1) {
    const address = `203.0.113.${at}`;
    spoofing.push(
      await guess("127.0.0.3", {
        "X-Forwarded-For": at % 2 ? address : "127.0.0.1",
        "X-Real-IP": address,
        Forwarded: `for=${address}`,
        "CF-Connecting-IP": address,
        "True-Client-IP": address,
        "Client-Address": "127.0.0.1",
        "X-Client-IP": address,
      }),
    );
  }
  // The account was guessed too often from another address; no header unlocks it.
  expect(spoofing).toEqual(Array(tries).fill(429));

  const other = new Member(page, "en", site);
  await member.signsOut();
  await other.signsUp();
  const others: number[] = [];
  for (let at = 0; at < tries; at += 1) {
    const headers = { "X-Forwarded-For": `203.0.113.${at}`, "X-Real-IP": "127.0.0.1", "Client-Address": "127.0.0.1" };
    others.push(await signsIn(site.origin, "127.0.0.4", headers, { email: other.email, password: "not the password" }));
  }
  expect(others).toEqual(plain);
  // From the member's own address, which the headers claimed, sign-in still works.
  expect(await signsIn(site.origin, "127.0.0.1", {}, { email: other.email, password })).toBe(303);
});

/** A sign-in from an address of this machine, with any headers. */
function signsIn(origin: string, from: string, headers: Record<string, string>, form: Record<string, string>) {
  const body = new URLSearchParams(form).toString();
  return new Promise<number>((resolve, reject) => {
    const sent = request(`${origin}/En/sign-in`, {
      method: "POST",
      localAddress: from,
      headers: {
        ...headers,
        Origin: origin,
        "Content-Type": "application/x-www-form-urlencoded",
        "Content-Length": Buffer.byteLength(body),
      },
    });
    sent.on("response", (answer) => {
      answer.resume();
      answer.on("end", () => resolve(answer.statusCode ?? 0));
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
