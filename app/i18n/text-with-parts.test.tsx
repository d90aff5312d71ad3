import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { TextWithParts } from "./text-with-parts.tsx";

const rendered = (text: string) =>
  renderToStaticMarkup(
    <TextWithParts text={text} parts={{ b: (part) => <strong>{part}</strong>, terms: (part) => <em>{part}</em> }} />,
  );

test("a named part is rendered as its element", () => {
  expect(rendered("I accept the <terms>terms</terms> of <b>May</b>.")).toBe(
    "I accept the <em>terms</em> of <strong>May</strong>.",
  );
});

test("an unknown part and any other tag are plain text", () => {
  expect(rendered("a <i>b</i> <script>c</script> <b>d")).toBe("a b c &lt;b&gt;d");
});
