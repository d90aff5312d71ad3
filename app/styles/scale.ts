type Step = { phone: readonly [number, number]; desktop: readonly [number, number]; spacing: number; weight: number };

const same = (size: number, line: number, spacing: number, weight: number): Step => ({
  phone: [size, line],
  desktop: [size, line],
  spacing,
  weight,
});

/** Font sizes: [size, line height] in px at the browser's default, letter spacing in em. Emitted as rem. */
export const scale: Record<string, Step> = {
  display: { phone: [36, 40], desktop: [52, 56], spacing: -0.028, weight: 600 },
  h1: { phone: [28, 34], desktop: [36, 42], spacing: -0.022, weight: 600 },
  h2: { phone: [24, 30], desktop: [28, 34], spacing: -0.018, weight: 600 },
  h3: same(20, 28, -0.01, 600),
  h4: same(16, 24, -0.004, 600),
  lead: { phone: [17, 26], desktop: [18, 28], spacing: 0, weight: 400 },
  body: same(16, 24, 0, 400),
  "body-2": same(15, 22, 0, 400),
  small: same(14, 20, 0, 400),
  caption: same(13, 18, 0, 400),
  micro: same(12, 16, 0, 500),
  "amount-xl": same(40, 46, -0.028, 600),
  "amount-l": same(28, 34, -0.02, 600),
  "amount-in": { phone: [30, 40], desktop: [34, 44], spacing: -0.025, weight: 600 },
  address: { phone: [20, 28], desktop: [22, 30], spacing: 0.01, weight: 400 },
};

const rem = (px: number) => `${px / 16}rem`;

/** `--text-h1`, `--line-h1`, ... for one viewport width. */
export function scaleVariables(width: "phone" | "desktop"): Record<string, string> {
  return Object.fromEntries(
    Object.entries(scale).flatMap(([name, step]) => [
      [`--text-${name}`, rem(step[width][0])],
      [`--leading-${name}`, rem(step[width][1])],
    ]),
  );
}
