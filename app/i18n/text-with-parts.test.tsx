import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { TextWithParts } from "./text-with-parts.tsx";

const shown = (text: string) =>
  renderToStaticMarkup(
    <TextWithParts text={text} parts={{ b: (part) => <strong>{part}</strong>, terms: (part) => <em>{part}</em> }} />,
  );

test("a marked part becomes its element", () => {
  expect(shown("I accept the <terms>terms</terms> of <b>May</b>.")).toBe(
    "I accept the <em>terms</em> of <strong>May</strong>.",
  );
});

test("a mark without an element, and any other tag, is plain text", () => {
  expect(shown("a <i>b</i> <script>c</script> <b>d")).toBe("a b c &lt;b&gt;d");
});
