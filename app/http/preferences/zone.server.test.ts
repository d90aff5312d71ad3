import { expect, test } from "vitest";
import { zoneOf } from "./zone.server.ts";

const zoneFrom = (cookie: string) => zoneOf(new Request("https://exchange.example/en", { headers: { cookie } }));

test("reads the time zone among other cookies", () => {
  expect(zoneFrom("theme=dark; zone=Europe/Riga; other=1")).toBe("Europe/Riga");
  expect(zoneFrom("zone=America/Argentina/Buenos_Aires")).toBe("America/Argentina/Buenos_Aires");
  expect(zoneFrom("zone=Etc/GMT+3")).toBe("Etc/GMT+3");
});

test.each([
  "",
  "zone=",
  "zone=Mars/Base",
  "zone=__proto__",
  "zone=+02-00",
  "zone=../../etc",
  `zone=${"a".repeat(4000)}`,
  "ozone=UTC",
])("ignores an invalid time zone: %s", (cookie) => {
  expect(zoneFrom(cookie)).toBeNull();
});
