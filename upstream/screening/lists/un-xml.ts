import type { ListEntry, ListHead } from "../rules/list-entry.ts";
import { listDate } from "./list-dates.ts";
import type { ListReader } from "./list-reader.ts";
import { childrenOf, type Element, readXml, textAt } from "./xml-stream.ts";

/** The UN Security Council's consolidated list. Aliases of low quality are left out. */
export const readUnXml: ListReader = async (chunks, onEntry) => {
  const head: ListHead = { date: null, count: null, isWhole: true };
  await readXml(chunks, new Set(["INDIVIDUAL", "ENTITY"]), (element, _parents, root) => {
    head.date ??= listDate(root.dateGenerated ?? "") ?? null;
    return onEntry(entryOf(element));
  });
  return head;
};

const nameParts = ["FIRST_NAME", "SECOND_NAME", "THIRD_NAME", "FOURTH_NAME"];

function entryOf(element: Element): ListEntry {
  const aliases = childrenOf(element, `${element.name}_ALIAS`).filter((alias) => textAt(alias, "QUALITY") !== "Low");
  const name = nameParts
    .map((part) => textAt(element, part))
    .join(" ")
    .replace(/\s+/g, " ")
    .trim();
  const names = [name, textAt(element, "NAME_ORIGINAL_SCRIPT"), ...aliases.map((alias) => textAt(alias, "ALIAS_NAME"))];
  const births = childrenOf(element, "INDIVIDUAL_DATE_OF_BIRTH").flatMap((birth) =>
    ["DATE", "YEAR", "FROM_YEAR", "TO_YEAR"].flatMap((part) => listDate(textAt(birth, part)) ?? []),
  );
  return {
    id: textAt(element, "DATAID") || textAt(element, "REFERENCE_NUMBER"),
    kind: element.name === "INDIVIDUAL" ? "person" : "entity",
    names: names.filter((text) => text !== ""),
    births,
    accounts: [],
  };
}
