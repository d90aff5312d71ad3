/** Makes the icons and the pictures that messengers show for a link, one for each public page and language. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import sharp from "sharp";
import { publicPages } from "../app/http/paths/public-pages.ts";
import { pictureOf } from "../app/http/paths/social-pictures.ts";
import { languages } from "../contract/values/languages.ts";
import { icoOf } from "./pictures/ico.ts";
import { pageTexts, pairTexts } from "./pictures/page-texts.ts";
import { socialPicture } from "./pictures/social-picture.ts";

const folder = "build/client";
const favicon = await readFile("public/favicon.svg");
const mark = favicon.toString().replace(/^<svg[^>]*>|<\/svg>\s*$/g, "");

await Promise.all([...icons(), ...socialPictures()]);

function icons(): Promise<void>[] {
  const square = mark.replace(/rx="9" /, "");
  const full = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${square}</svg>`);
  // Systems cut a maskable icon to a circle of four fifths of its width.
  const inset = `<rect width="32" height="32" fill="#175641"/><svg x="6" y="6" width="20" height="20" viewBox="0 0 32 32">${square}</svg>`;
  const maskable = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${inset}</svg>`);
  return [
    png(favicon, 192).then((bytes) => writeFile(`${folder}/icon-192.png`, bytes)),
    png(favicon, 512).then((bytes) => writeFile(`${folder}/icon-512.png`, bytes)),
    png(maskable, 512).then((bytes) => writeFile(`${folder}/icon-maskable-512.png`, bytes)),
    png(full, 180).then((bytes) => writeFile(`${folder}/apple-touch-icon.png`, bytes)),
    png(favicon, 32).then((bytes) => writeFile(`${folder}/favicon.ico`, icoOf(bytes, 32))),
  ];
}

function socialPictures(): Promise<void>[] {
  return languages.flatMap((lang) => [
    ...publicPages.map((path) => picture(pictureOf(lang, path), pageTexts(lang, path))),
    ...pairTexts(lang).map(({ slug, ...texts }) => picture(pictureOf(lang, `/pairs/${slug}`), texts)),
  ]);
}

async function picture(address: string, texts: { title: string; description: string }): Promise<void> {
  const name = folder + address;
  await mkdir(name.slice(0, name.lastIndexOf("/")), { recursive: true });
  const svg = socialPicture({ ...texts, mark });
  await writeFile(name, await sharp(Buffer.from(svg)).png({ palette: true, colours: 64 }).toBuffer());
}

function png(svg: Buffer, size: number): Promise<Buffer> {
  return sharp(svg, { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ palette: true })
    .toBuffer();
}
