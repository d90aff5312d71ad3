import type { ListEntry, ListHead } from "../rules/list-entry.ts";

/** Reads a list from pieces of its text and hands over one party after the other. Throws `BrokenList`. */
export type ListReader = (
  chunks: AsyncIterable<string>,
  onEntry: (entry: ListEntry) => Promise<void> | void,
) => Promise<ListHead>;
