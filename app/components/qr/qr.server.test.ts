import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Qr, qrOf } from "./qr.server.ts";

test.each([
  "TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE",
  "bitcoin:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq?amount=0.0094",
  "ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7/transfer?address=0x52908400098527886E0F7030069857D2E4169EE7&uint256=1e6",
])("a wallet's camera reads %s off the page", (text) => {
  const folder = mkdtempSync(join(tmpdir(), "qr-"));
  const picture = join(folder, "code.pgm");
  writeFileSync(picture, pgmOf(qrOf(text)));
  const read = execFileSync("zbarimg", ["--quiet", "--raw", picture], { encoding: "utf8", stdio: "pipe" });
  rmSync(folder, { recursive: true });
  expect(read.trim()).toBe(text);
});

/** Draws the path as the page does: bars of one module's height, each module some dots wide. */
function pgmOf({ size, path }: Qr): Buffer {
  const dots = 6;
  const side = size * dots;
  const pixels = Buffer.alloc(side * side, 255);
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1/g)) {
    for (let row = Number(y) * dots; row < (Number(y) + 1) * dots; row++) {
      pixels.fill(0, row * side + Number(x) * dots, row * side + (Number(x) + Number(length)) * dots);
    }
  }
  return Buffer.concat([Buffer.from(`P5 ${side} ${side} 255\n`), pixels]);
}
