import { brotliDecompressSync } from "node:zlib";

/** The tables that WOFF2 knows by number, in its order. */
const knownTags =
  "cmap head hhea hmtx maxp name OS/2 post cvt  fpgm glyf loca prep CFF  VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG  sbix acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill"
    .match(/.{4} ?/g)
    ?.map((tag) => tag.slice(0, 4)) ?? [];
const headerBytes = 48;
const ownTag = 63;

/** A table of a WOFF2 file. Throws where the file has none, or stores it transformed. */
export function woff2Table(file: Buffer, wanted: string): Buffer {
  const count = file.readUInt16BE(12);
  const compressedBytes = file.readUInt32BE(20);
  let at = headerBytes;
  let offset = 0;
  let range: [from: number, to: number] | undefined;
  const readBase128 = () => {
    let value = 0;
    for (;;) {
      const byte = file.readUInt8(at);
      at += 1;
      value = value * 128 + (byte & 0x7f);
      if ((byte & 0x80) === 0) return value;
    }
  };
  for (let table = 0; table < count; table += 1) {
    const flags = file.readUInt8(at);
    at += 1;
    const isOwn = (flags & 0x3f) === ownTag;
    const tag = isOwn ? file.toString("latin1", at, at + 4) : (knownTags[flags & 0x3f] ?? "");
    if (isOwn) at += 4;
    const length = readBase128();
    // Version 3 of these two, and 0 of all others, is the table as it is.
    const isPlain = tag === "glyf" || tag === "loca" ? flags >> 6 === 3 : flags >> 6 === 0;
    const stored = isPlain ? length : readBase128();
    if (tag === wanted && isPlain) range = [offset, offset + length];
    offset += stored;
  }
  if (!range) throw new Error(`The font has no plain table ${wanted}`);
  return brotliDecompressSync(file.subarray(at, at + compressedBytes)).subarray(...range);
}

/** Regions of the design axes in `gvar`, each a number for each axis: start, peak and end, from -1 to 1 in a sound font. */
type Region = { glyph: number; start: number[]; peak: number[]; end: number[] };

const hasPeak = 0x8000;
const isIntermediate = 0x4000;
const sharedIndex = 0x0fff;

/** All regions in which the outlines of a variable font change. */
export function variationRegions(gvar: Buffer): Region[] {
  const axes = gvar.readUInt16BE(4);
  const sharedCount = gvar.readUInt16BE(6);
  const sharedAt = gvar.readUInt32BE(8);
  const glyphs = gvar.readUInt16BE(12);
  const isLong = (gvar.readUInt16BE(14) & 1) === 1;
  const dataAt = gvar.readUInt32BE(16);
  const offsetOf = (glyph: number) =>
    isLong ? gvar.readUInt32BE(20 + glyph * 4) : gvar.readUInt16BE(20 + glyph * 2) * 2;
  const tuple = (at: number) => Array.from({ length: axes }, (_, axis) => gvar.readInt16BE(at + axis * 2) / 0x4000);
  const shared = Array.from({ length: sharedCount }, (_, at) => tuple(sharedAt + at * axes * 2));
  const regionsOf = (glyph: number): Region[] => {
    const from = dataAt + offsetOf(glyph);
    if (offsetOf(glyph + 1) === offsetOf(glyph)) return [];
    let at = from + 4;
    return Array.from({ length: gvar.readUInt16BE(from) & sharedIndex }, () => {
      const flags = gvar.readUInt16BE(at + 2);
      at += 4;
      const next = () => {
        at += axes * 2;
        return tuple(at - axes * 2);
      };
      const peak = (flags & hasPeak) === 0 ? (shared[flags & sharedIndex] ?? []) : next();
      const [start, end] = (flags & isIntermediate) === 0 ? usualRange(peak) : [next(), next()];
      return { glyph, start, peak, end };
    });
  };
  return [
    ...shared.map((peak) => ({ glyph: -1, peak, start: usualRange(peak)[0], end: usualRange(peak)[1] })),
    ...Array.from({ length: glyphs }, (_, glyph) => glyph).flatMap(regionsOf),
  ];
}

/** From the default to the peak. */
function usualRange(peak: number[]): [start: number[], end: number[]] {
  return [peak.map((value) => Math.min(value, 0)), peak.map((value) => Math.max(value, 0))];
}
