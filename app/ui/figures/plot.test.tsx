import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Plot } from "./plot.tsx";

test("only shapes are stretched: letters and dots of a plot keep their size at every width", () => {
  const html = renderToStaticMarkup(
    <Plot
      label="Rates"
      grid={[
        { y: 0, text: "90,000.00" },
        { y: 500, text: "85,000.00" },
      ]}
      behind={<path d="M0 0L1000 500V1000H0Z" />}
      shapes={<path d="M0 0L1000 500" vectorEffect="non-scaling-stroke" />}
      className="h-44"
    >
      <circle cx="100%" cy="50%" r="4" />
      <text x="50%">between</text>
    </Plot>,
  );
  const stretched = html.match(/<svg[^>]*viewBox.*?<\/svg>/g) ?? [];
  expect(stretched.map((part) => part.match(/<(?:path|text|circle)/g))).toEqual([["<path"], ["<path"]]);
  expect(html.match(/<text/g)).toHaveLength(3);
  // The place of a label and of its line is the same share of the height.
  expect(html).toContain('y="50%" dy="4"');
  expect(html).toContain('y1="50%" y2="50%"');
  // 9 characters of 7 pixels and the gap.
  expect(html).toContain('width="71"');
});
