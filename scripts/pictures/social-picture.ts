import { textPath } from "./font-paths.ts";

/** The size that Open Graph and Twitter show whole. */
const socialSize = { width: 1200, height: 630 } as const;
const margin = 80;
const textWidth = socialSize.width - 2 * margin;

/** The picture of a page for messengers and social networks, as SVG without fonts: the mark, the title, the description. */
export function socialPicture({
  title,
  description,
  mark,
}: {
  title: string;
  description: string;
  mark: string;
}): string {
  const heading = lines(title, 68, 600, "#ffffff");
  const lead = lines(description, 31, 400, "#cfe0d8");
  const top = 262 + 84 * heading.length;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${socialSize.width}" height="${socialSize.height}">`,
    '<rect width="100%" height="100%" fill="#0f3d2e"/>',
    `<svg x="${margin}" y="70" width="96" height="96" viewBox="0 0 32 32">${mark}</svg>`,
    ...heading.map((line, index) => `<g transform="translate(${margin} ${270 + 84 * index})">${line}</g>`),
    ...lead.map((line, index) => `<g transform="translate(${margin} ${top + 44 * index})">${line}</g>`),
    `<rect x="${margin}" y="${socialSize.height - 56}" width="120" height="8" rx="4" fill="#f0a96e"/>`,
    "</svg>",
  ].join("");
}

/** Words that fit the width, line by line; throws where a text needs more lines than there is room for. */
function lines(text: string, size: number, weight: 400 | 600, color: string): string[] {
  const textLines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line ? `${line} ${word}` : word;
    if (line && textPath(longer, size, weight).width > textWidth) {
      textLines.push(line);
      line = word;
    } else line = longer;
  }
  textLines.push(line);
  if (textLines.length > 3) throw new Error(`Too long for a picture: ${text}`);
  return textLines.map((part) => `<g fill="${color}">${textPath(part, size, weight).svg}</g>`);
}
