import i18next from "i18next";
import { describe, expect, test } from "vitest";
import { rememberSentences } from "./remember-sentences.ts";

function words() {
  const instance = i18next.createInstance();
  const shell = { menu: "Menu", home: "{{brand}}, home page" };
  const forms = { attention_one: "{{count}} field", attention_other: "{{count}} fields" };
  void instance.init({ lng: "en", resources: { en: { shell, forms } }, initImmediate: false });
  return instance;
}

describe("an instance with cached texts", () => {
  test("looks up a text without values once, with the same result", () => {
    const instance = rememberSentences(words());
    expect(instance.getFixedT("en", "shell")("menu")).toBe("Menu");
    instance.addResource("en", "shell", "menu", "Changed");
    expect(instance.getFixedT("en", "shell")("menu")).toBe("Menu");
    expect(words().getFixedT("en", "shell")("menu")).toBe("Menu");
  });

  test("fills in values each time", () => {
    const instance = rememberSentences(words());
    const counted = instance.getFixedT("en", "forms");
    expect([counted("attention", { count: 1 }), counted("attention", { count: 5 })]).toEqual(["1 field", "5 fields"]);
    const named = instance.getFixedT("en", "shell");
    expect([named("home", { brand: "A" }), named("home", { brand: "B" })]).toEqual(["A, home page", "B, home page"]);
  });
});
