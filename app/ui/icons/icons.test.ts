import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { sprite } from "../../../scripts/sprite/sprite.tsx";

test("the sprite holds every icon and mark as they are now; write it anew with npm run icons", async () => {
  expect(readFileSync("app/ui/icons/icons.svg", "utf8")).toBe(await sprite());
});
