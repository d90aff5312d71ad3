import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { describe, expect, test, vi } from "vitest";

const origin = "https://exchange.example";
const message = { title: "Your exchange: money sent", body: "The order is complete.", url: "/En/order/1", lang: "en" };

type Listener = (event: object) => void;

/** The worker of public/push/ with the parts of a browser that it uses, and events for it. */
function worker({ notifications = [], pages = [] }: { notifications?: { title: string }[]; pages?: string[] } = {}) {
  const listeners = new Map<string, Listener>();
  const showNotification = vi.fn(async () => {});
  const openWindow = vi.fn(async () => {});
  const windows = pages.map((url) => ({ url, focus: vi.fn(async () => {}) }));
  const globals = {
    URL,
    location: { origin },
    self: { addEventListener: (name: string, listener: Listener) => void listeners.set(name, listener) },
    registration: { getNotifications: async () => notifications, showNotification },
    clients: { matchAll: async () => windows, openWindow },
  };
  runInNewContext(readFileSync("public/push/worker.js", "utf8"), globals);
  const dispatch = async (name: string, event: object) => {
    let done: Promise<void> | undefined;
    listeners.get(name)?.({
      ...event,
      waitUntil: (work: Promise<void>) => {
        done = work;
      },
    });
    await done;
  };
  const close = vi.fn();
  return {
    ...{ showNotification, openWindow, windows, close, events: [...listeners.keys()] },
    push: () => dispatch("push", { data: { json: () => message } }),
    press: (url: string) => dispatch("notificationclick", { notification: { close, data: { url } } }),
  };
}

describe("the worker of notifications", () => {
  test("listens to messages and presses only, so that it can change no page", () => {
    expect(worker().events).toEqual(["push", "notificationclick"]);
  });

  test("shows a message", async () => {
    const { push, showNotification } = worker();
    await push();
    const { body, lang, url } = message;
    const options = { body, lang, tag: url, renotify: false, icon: "/icon-192.png", data: { url } };
    expect(showNotification).toHaveBeenCalledWith(message.title, options);
  });

  test.each([
    [message.title, false],
    ["Your exchange is on hold", true],
  ])("in the place of %j sounds again: %s", async (title, renotify) => {
    const { push, showNotification } = worker({ notifications: [{ title }] });
    await push();
    expect(showNotification).toHaveBeenCalledWith(message.title, expect.objectContaining({ renotify }));
  });

  test("opens the order's page when pressed", async () => {
    const { press, openWindow, close } = worker({ pages: [`${origin}/En/order/2`] });
    await press(message.url);
    expect(openWindow).toHaveBeenCalledWith(`${origin}/En/order/1`);
    expect(close).toHaveBeenCalledOnce();
  });

  test("shows the page that is open already, whatever its query", async () => {
    const { press, openWindow, windows } = worker({
      pages: [`${origin}/En/order/2`, `${origin}/En/order/1?ask=cancel`],
    });
    await press(message.url);
    expect(windows.map(({ focus }) => focus.mock.calls.length)).toEqual([0, 1]);
    expect(openWindow).not.toHaveBeenCalled();
  });

  test.each(["https://evil.example/", "//evil.example/", "javascript:alert(1)"])("does not open %s", async (url) => {
    const { press, openWindow } = worker();
    await press(url);
    expect(openWindow).not.toHaveBeenCalled();
  });
});
