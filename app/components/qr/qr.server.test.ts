import jsqr from "jsqr";
import { expect, test } from "vitest";
import { type Qr, qrOf } from "./qr.server.ts";

test.each([
  "TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE",
  "bitcoin:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq?amount=0.0094",
  "ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7/transfer?address=0x52908400098527886E0F7030069857D2E4169EE7&uint256=1e6",
])("a QR decoder reads %s from the rendered code", (text) => {
  const { pixels, side } = drawn(qrOf(text));
  expect(jsqr(pixels, side, side)?.data).toBe(text);
});

/** Renders the SVG path as RGBA pixels: bars one module high, six pixels per module, a white margin. */
function drawn({ size, path }: Qr): { pixels: Uint8ClampedArray; side: number } {
  const scale = 6;
  const margin = 4;
  const side = (size + 2 * margin) * scale;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1/g)) {
    const left = (Number(x) + margin) * scale;
    const top = (Number(y) + margin) * scale;
    for (let row = top; row < top + scale; row++) {
      for (let column = left; column < left + Number(length) * scale; column++) {
        pixels.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3);
      }
    }
  }
  return { pixels, side };
}
