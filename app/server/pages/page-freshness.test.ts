import { afterEach, describe, expect, test, vi } from "vitest";
import { cachedSite, page } from "../../../tests/support/site/cached-site.ts";

let running: Awaited<ReturnType<typeof cachedSite>> | undefined;
afterEach(() => running?.stop());

const site = async (...settings: Parameters<typeof cachedSite>) => {
  running = await cachedSite(...settings);
  return running;
};

/** Renders the first page at once, and the others when it is opened. */
const slowSite = async () => {
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const started = await site((turn) => (turn === 1 ? page(turn) : gate.then(() => page(turn))));
  return { ...started, open: () => open() };
};

describe("a cached page", () => {
  test("is served stale while one refresh runs after a market change, and waited for when too old", async () => {
    let finish = () => {};
    const gate = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const { ask, state, rendered, store } = await site((turn) =>
      turn === 2 ? gate.then(() => page(turn)) : page(turn),
    );
    const stored = vi.spyOn(store, "set");
    await ask("/En");
    state.market = "2";
    for (const { text } of await Promise.all([ask("/En"), ask("/En")])) expect(text).toContain("<p>1</p>");
    finish();
    await expect.poll(() => stored.mock.calls).toHaveLength(2);
    expect((await ask("/En")).text).toContain("<p>2</p>");
    expect(rendered).toHaveLength(2);
    state.market = "3";
    state.elapsedMs = 1502;
    const waiting = await Promise.all([ask("/En"), ask("/En"), ask("/En")]);
    for (const { text } of waiting) expect(text).toContain("<p>3</p>");
    expect(rendered).toHaveLength(3);
  });

  test("is invalid at once after a market change by this process", async () => {
    const { ask, state } = await site();
    await ask("/En");
    Object.assign(state, { market: "2", elapsedMs: 10, changedMs: 5 });
    expect((await ask("/En")).text).toContain("<p>2</p>");
  });

  test("depends on prices only where it shows them, and on maintenance everywhere", async () => {
    const { ask, state, rendered } = await site();
    await ask("/En/legal/terms");
    Object.assign(state, { market: "2", elapsedMs: 1500 });
    await ask("/En/legal/terms");
    expect(rendered).toHaveLength(1);
    Object.assign(state, { maintenance: "on", elapsedMs: 3000 });
    expect((await ask("/En/legal/terms")).text).toContain("<p>2</p>");
  });

  test("is refreshed after 15 seconds without a change, in the background", async () => {
    const { ask, state, rendered, open } = await slowSite();
    await ask("/En");
    state.elapsedMs = 15_002;
    expect((await ask("/En")).text).toContain("<p>1</p>");
    await expect.poll(() => rendered).toHaveLength(2);
    state.elapsedMs = 59_000;
    expect((await ask("/En")).text).toContain("<p>1</p>");
    state.elapsedMs = 61_000;
    const waiting = ask("/En");
    open();
    expect((await waiting).text).toContain("<p>2</p>");
  });

  test("of text is served however old it is, and only maintenance makes it wrong", async () => {
    const { ask, state, open } = await slowSite();
    await ask("/En/company/about");
    Object.assign(state, { elapsedMs: 3_600_000, changedMs: 3_599_999, isKnown: false, market: "2" });
    expect((await ask("/En/company/about")).text).toContain("<p>1</p>");
    Object.assign(state, { elapsedMs: 3_602_000, maintenance: "on" });
    const waiting = ask("/En/company/about");
    open();
    expect((await waiting).text).not.toContain("<p>1</p>");
  });

  test("that has not changed is neither rendered nor refused after a pause, however busy the site is", async () => {
    const { ask, state, rendered, admission, open } = await slowSite();
    await ask("/En");
    const waiting = ["/Ru", "/En/earn"].map((path) => ask(path));
    await expect.poll(() => admission.figures()).toMatchObject({ running: 1, waiting: 1 });
    Object.assign(state, { elapsedMs: 9_000, isKnown: false });
    expect((await ask("/En")).text).toContain("<p>1</p>");
    expect(rendered).toHaveLength(2);
    open();
    await Promise.all(waiting);
  });

  test("rendered during a market change is not stored", async () => {
    let finish = () => {};
    const gate = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const { ask, state, rendered, store } = await site((turn) => gate.then(() => page(turn)));
    const pendingAnswer = ask("/En");
    await expect.poll(() => rendered).toHaveLength(1);
    state.changedMs = 2;
    finish();
    expect((await pendingAnswer).status).toBe(200);
    expect(store.size).toBe(0);
  });

  test("is not served while the service does not answer: Remix shows the last known data", async () => {
    const { ask, state } = await site();
    await ask("/En");
    Object.assign(state, { market: null, elapsedMs: 1500 });
    expect((await ask("/En")).text).toBe("by Remix");
  });

  test("counts against the rate limit of the client address", async () => {
    const { ask } = await site();
    for (let at = 0; at < 20; at += 1) expect((await ask("/En")).status).toBe(200);
    const refused = await ask("/En");
    expect([refused.status, refused.headers["cache-control"]]).toEqual([429, "no-store"]);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  });

  test("closes its connection while draining, and is served while others wait to be rendered", async () => {
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const { ask, admission, traffic, rendered } = await site((turn) =>
      turn === 1 ? page(turn) : gate.then(() => page(turn)),
    );
    await ask("/En");
    const waiting = Array.from({ length: 3 }, () => ask("/Ru"));
    await expect.poll(() => [traffic.count(), rendered.length]).toEqual([3, 2]);
    waiting.push(ask("/En/earn"));
    await expect.poll(() => admission.figures()).toMatchObject({ running: 1, waiting: 1 });
    expect((await ask("/En")).status).toBe(200);
    expect(rendered).toHaveLength(2);
    open();
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    traffic.stop();
    expect((await ask("/En")).headers.connection).toBe("close");
  });
});
