import { expect, test } from "vitest";
import { chatOf } from "../settings/chats.ts";
import { statisticsOf } from "../settings/statistics.ts";
import { consentCookie, consentOf, consentVersion } from "./consent.ts";

test("statistics are configured by kind and id or address, and nothing else is accepted", () => {
  expect(statisticsOf("ga4:G-ABC1234")).toMatchObject({ kind: "ga4", id: "G-ABC1234" });
  expect(statisticsOf("gtm:GTM-ABC123")).toMatchObject({ kind: "gtm" });
  expect(statisticsOf("plausible:https://stats.example")).toMatchObject({
    origin: "https://stats.example",
    cookies: [],
  });
  expect(statisticsOf("matomo:https://stats.example#7")).toMatchObject({ id: "7" });
  const wrong = [
    "ga4:UA-1",
    "plausible:javascript:alert(1)",
    "plausible:https://a.example/x",
    "matomo:https://a.example",
  ];
  for (const entry of [...wrong, "G-ABC1234", ""]) expect(statisticsOf(entry), entry).toBeUndefined();
});

test("a chat is configured by its provider and id, or by the address of its script", () => {
  expect(chatOf("tawk:0123456789abcdef01234567/default")?.script).toBe(
    "https://embed.tawk.to/0123456789abcdef01234567/default",
  );
  expect(chatOf("script:https://chat.example/widget.js")).toMatchObject({ name: "chat.example" });
  for (const entry of ["tawk:x", "script:data:text/javascript,1", "icq:1", ""])
    expect(chatOf(entry), entry).toBeUndefined();
});

const services = [statisticsOf("ga4:G-ABC1234")].flatMap((service) => service ?? []);
const version = consentVersion(services);
const now = new Date("2026-11-23T10:20:00Z");

test("an answer is remembered with its time, until text or services change", () => {
  const [cookie = ""] = consentCookie("yes", version, now).split(";");
  expect(consentOf(`theme=dark; ${cookie}`, undefined, version)).toEqual({ answer: "yes", at: now });
  const others = [...services, ...[statisticsOf("gtm:GTM-ABC123")].flatMap((service) => service ?? [])];
  expect(consentOf(cookie, undefined, consentVersion(others))).toEqual({ answer: "ask", at: null });
  for (const broken of ["consent=yes", `consent=maybe.${version}.1`, `xconsent=yes.${version}.1`, ""])
    expect(consentOf(broken, undefined, version).answer, broken).toBe("ask");
});

test("Global Privacy Control is a No, whatever was answered before", () => {
  const [cookie = ""] = consentCookie("yes", version, now).split(";");
  expect(consentOf(cookie, "1", version).answer).toBe("signal");
  expect(consentOf(cookie, "0", version).answer).toBe("yes");
});
