import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { sprite } from "../../../scripts/sprite/sprite.tsx";

test("the sprite is up to date with all icons; otherwise run npm run icons", async () => {
  expect(readFileSync("app/ui/icons/icons.svg", "utf8")).toBe(await sprite());
});
