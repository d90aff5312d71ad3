import { isSomeAddress } from "../shared/rules/addresses/address.ts";

/** How an address can begin, and how long one that begins so is. */
const shapes: readonly { start: RegExp; lengths: readonly number[] }[] = [
  { start: /^T/, lengths: [34] },
  { start: /^0x/i, lengths: [42] },
  { start: /^(?:t?ltc1|bc1|tb1)/i, lengths: [42, 43, 44, 62, 63, 64] },
  { start: /^[13LM]/, lengths: [26, 27, 28, 29, 30, 31, 32, 33, 34, 35] },
];
const longest = 64;
/** Checksums that one text may cost. */
const mostChecked = 500;

/**
 * Addresses broken by spaces, line breaks or hyphens, as our emails print them. Only words that join to an address with a
 * right checksum are one. `rest` is the text without them.
 */
export function groupedAddressesIn(text: string): { addresses: string[]; rest: string } {
  const words = [...text.matchAll(/[A-Za-z\d]+/g)].map(({ 0: word, index }) => ({ word, index }));
  const addresses: string[] = [];
  let rest = "";
  let readTo = 0;
  let checked = 0;
  for (let at = 0; at < words.length; at++) {
    const { word: first = "", index = 0 } = words[at] ?? {};
    const shape = shapes.find(({ start }) => start.test(first));
    if (!shape || index < readTo) continue;
    let joined = first;
    for (let next = at + 1; next < words.length && checked < mostChecked; next++) {
      const { word = "", index: start = 0 } = words[next] ?? {};
      const before = words[next - 1];
      const gap = text.slice((before?.index ?? 0) + (before?.word.length ?? 0), start);
      joined += word;
      if (joined.length > longest || !/^[\s-]{1,8}$/.test(gap)) break;
      if (!shape.lengths.includes(joined.length)) continue;
      checked += 1;
      if (!isSomeAddress(joined)) continue;
      addresses.push(joined);
      rest += `${text.slice(readTo, index)} `;
      readTo = start + word.length;
      break;
    }
  }
  return { addresses, rest: rest + text.slice(readTo) };
}
