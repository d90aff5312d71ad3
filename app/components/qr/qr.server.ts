import { encode } from "uqr";

/** A QR code as one SVG path on a square of `size` modules, with the quiet zone that scanners need. */
export type Qr = { size: number; path: string };

const quietModules = 2;

export function qrOf(text: string): Qr {
  const { data, size } = encode(text, { ecc: "M", border: quietModules });
  const path = data
    .flatMap((row, y) => runs(row).map(({ x, length }) => `M${x} ${y}h${length}v1h-${length}z`))
    .join("");
  return { size, path };
}

/** Neighbouring modules form one bar: a shorter path and no hairlines between modules. */
function runs(row: readonly boolean[]): { x: number; length: number }[] {
  const bars: { x: number; length: number }[] = [];
  row.forEach((dark, x) => {
    if (!dark) return;
    const last = bars.at(-1);
    if (last && last.x + last.length === x) last.length += 1;
    else bars.push({ x, length: 1 });
  });
  return bars;
}
