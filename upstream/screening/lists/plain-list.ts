import { createHash } from "node:crypto";
import { isSomeAddress } from "../../shared/rules/addresses/address.ts";
import { BrokenList } from "./broken-list.ts";
import type { ListReader } from "./list-reader.ts";

const mostCharacters = 500;

/** A name, an email or an address on a chain in each line; lines that begin with `#` are comments. */
export const readPlainList: ListReader = async (chunks, onEntry) => {
  for await (const line of linesOf(chunks)) {
    const text = line.trim();
    if (text === "" || text.startsWith("#")) continue;
    if (text.length > mostCharacters) throw new BrokenList(`a line has more than ${mostCharacters} characters`);
    const isAccount = text.includes("@") || isSomeAddress(text);
    // Its lines have no numbers: the text is what makes an entry another one.
    const id = createHash("sha256").update(text).digest("hex").slice(0, 16);
    await onEntry({
      id,
      kind: "person",
      names: isAccount ? [] : [text],
      births: [],
      accounts: isAccount ? [text] : [],
    });
  }
  return { date: null, count: null, isWhole: true };
};

async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split(/\r?\n/);
    rest = lines.pop() ?? "";
    if (rest.length > 100_000) throw new BrokenList("a line of it is too long");
    yield* lines;
  }
  yield rest;
}
