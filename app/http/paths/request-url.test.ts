import { describe, expect, test } from "vitest";
import { repairedUrl, withOrderToken, withoutGoogleAnswer, withoutOrderToken } from "./request-url.ts";

const token = "abcdefghij0123456789ABCDEF";

describe("a request target", () => {
  test.each([
    ["/En/legal/terms?x=1", "/En/legal/terms?x=1"],
    ["/", "/"],
    ["//evil.com/x", "/evil.com/x"],
    ["/\\evil.com", "/evil.com"],
    ["///", "/"],
    ["http://evil.com/path?x=1", "/path?x=1"],
    ["*", "/"],
    ["", "/"],
    ["/%", "/%25"],
    ["/%ff%20", "/%25ff%2520"],
    ["/%D0%BE?q=%", "/%D0%BE?q=%"],
    ["/En/%2e%2e/%5c", "/%255c"],
    ["/En/..//evil.com", "/evil.com"],
    ["/a/./b/../c", "/a/c"],
    ["/%00", "/%2500"],
    ["/a b", "/a%20b"],
  ])("%s becomes %s", (target, repaired) => {
    expect(repairedUrl(target)).toBe(repaired);
  });
});

describe("the order token in a link", () => {
  test("is removed from the address, other parameters unchanged", () => {
    expect(withoutOrderToken(`/En/order/R?t=${token}`)).toEqual({ url: "/En/order/R", token });
    expect(withoutOrderToken(`/En/order/R?a=%20b&t=${token}&c`)).toEqual({ url: "/En/order/R?a=%20b&c", token });
  });

  test("is removed in any spelling and each time it occurs", () => {
    expect(withoutOrderToken(`/R?%74=${token}`)).toEqual({ url: "/R", token });
    expect(withoutOrderToken(`/R?t=${token}&t=second`)).toEqual({ url: "/R", token });
  });

  test("is added again where the visitor returns to the page", () => {
    expect(withOrderToken("/R", token)).toBe(`/R?t=${token}`);
    expect(withOrderToken("/R?a=1", token)).toBe(`/R?a=1&t=${token}`);
    expect(withOrderToken("/R?a=1", null)).toBe("/R?a=1");
  });

  test("is dropped when malformed", () => {
    expect(withoutOrderToken("/R?t=<script>")).toEqual({ url: "/R", token: null });
    expect(withoutOrderToken("/R?t=")).toEqual({ url: "/R", token: null });
  });

  test("other addresses are unchanged", () => {
    expect(withoutOrderToken("/R")).toEqual({ url: "/R", token: null });
    expect(withoutOrderToken("/R?to=t&from=b")).toEqual({ url: "/R?to=t&from=b", token: null });
  });
});

describe("Google's callback query", () => {
  test.each(["/auth/google/callback", "/Auth/Google/Callback", "/auth/google/callbac%6B", "/En/auth/google/callback"])(
    "is removed from %s",
    (path) => {
      const sent = "state=s&code=4%2F0A&scope=openid";
      expect(withoutGoogleAnswer(`${path}?${sent}`)).toEqual({ url: path, answer: sent });
    },
  );

  test("is not removed from other addresses", () => {
    for (const target of ["/auth/google/callback", "/En/auth/google?next=/En/earn", "/En/sign-in?code=1"]) {
      expect(withoutGoogleAnswer(target)).toEqual({ url: target, answer: null });
    }
  });
});
