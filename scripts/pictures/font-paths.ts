import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as fontkit from "fontkit";

type Weight = 400 | 600;
const files = fileURLToPath(import.meta.resolve("@fontsource/golos-text/files/golos-text-latin-400-normal.woff"));
const fonts = new Map(
  ([400, 600] as const).map((weight) => [weight, ["latin", "cyrillic"].map((set) => open(set, weight))]),
);

/** A line of text as an SVG path from x 0, baseline 0; `width` in pixels. Throws for a character that no font has. */
export function textPath(text: string, size: number, weight: Weight): { svg: string; width: number } {
  let x = 0;
  const parts = runsOf(text, weight).map(({ font, characters }) => {
    const scale = size / font.unitsPerEm;
    const { glyphs, positions } = font.layout(characters);
    return glyphs.map((glyph, index) => {
      const at = x;
      x += (positions[index]?.xAdvance ?? 0) * scale;
      const path = glyph.path.toSVG();
      return path && `<path transform="translate(${at.toFixed(2)} 0) scale(${scale} ${-scale})" d="${path}"/>`;
    });
  });
  return { svg: parts.flat().join(""), width: x };
}

/** Each part in the font that has its characters: Latin and Cyrillic are two files. */
function runsOf(text: string, weight: Weight) {
  const runs: { font: fontkit.Font; characters: string }[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const font = fonts.get(weight)?.find((candidate) => candidate.hasGlyphForCodePoint(code));
    if (!font) throw new Error(`No font has ${JSON.stringify(character)} of ${JSON.stringify(text)}`);
    const last = runs.at(-1);
    if (last?.font === font) last.characters += character;
    else runs.push({ font, characters: character });
  }
  return runs;
}

function open(set: string, weight: Weight): fontkit.Font {
  const font = fontkit.create(readFileSync(files.replace("latin-400", `${set}-${weight}`)));
  if (!("layout" in font)) throw new Error(`The font file of ${set} holds several fonts`);
  return font;
}
