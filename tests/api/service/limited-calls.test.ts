import { expect, test } from "vitest";
import { type EndpointName, endpoints } from "../../../contract/calls/endpoints.ts";
import { defaultLimits } from "../../../upstream/http/request/limits.ts";
import { exchange } from "../../support/service/exchange.ts";
import { rateHeadersIn, sentRateHeaders } from "../../support/service/rate-headers.ts";

const names = Object.keys(endpoints) as EndpointName[];

test("each call states its limit exactly where the document says so, with the same policy", async () => {
  const service = await exchange({ settings: { RATE_LIMITS: "on" } });
  const limited: string[] = [];
  for (const name of names) {
    const { headers } = await service.ask(name, { body: {}, peer: { address: "198.51.100.1", isTrusted: false } });
    const sent = sentRateHeaders(headers);
    expect([name, rateHeadersIn(name, endpoints[name].replyStatus)]).toEqual([name, sent]);
    expect([name, rateHeadersIn(name, 429)]).toEqual([name, sent]);
    if (sent) limited.push(name);
  }
  expect([...limited, "openApi"].sort()).toEqual(Object.keys(defaultLimits).sort());
  const file = await service.fetch(new Request("http://localhost:3001/api/v1/openapi.json"));
  expect(sentRateHeaders(file.headers)).toBe('"openApi";q=60;w=60');
});
