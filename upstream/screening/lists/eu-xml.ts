import type { ListEntry, ListHead } from "../rules/list-entry.ts";
import { dateOf, listDate } from "./list-dates.ts";
import type { ListReader } from "./list-reader.ts";
import { childrenOf, type Element, elementAt, readXml } from "./xml-stream.ts";

/** The EU's consolidated list, XML export 1.1. Aliases that are not strong are left out. */
export const readEuXml: ListReader = async (chunks, onEntry) => {
  const head: ListHead = { date: null, count: null, isWhole: true };
  await readXml(chunks, new Set(["sanctionEntity"]), (element, _parents, root) => {
    head.date ??= listDate(root.generationDate ?? "") ?? null;
    return onEntry(entryOf(element));
  });
  return head;
};

function entryOf(element: Element): ListEntry {
  const aliases = childrenOf(element, "nameAlias").filter(({ attributes }) => attributes.strong !== "false");
  const kind = elementAt(element, "subjectType")?.attributes.code === "person" ? "person" : "entity";
  const accounts = childrenOf(element, "identification").filter(({ attributes }) =>
    /crypto|wallet/i.test(`${attributes.identificationTypeCode} ${attributes.identificationTypeDescription}`),
  );
  return {
    id: element.attributes.logicalId ?? element.attributes.euReferenceNumber ?? "",
    kind,
    names: aliases.map(nameOf).filter((name) => name !== ""),
    births: childrenOf(element, "birthdate").flatMap(({ attributes }) => birthOf(attributes) ?? []),
    accounts: accounts.flatMap(({ attributes }) => attributes.number || attributes.latinNumber || []),
  };
}

function nameOf({ attributes }: Element): string {
  const { wholeName = "", firstName = "", middleName = "", lastName = "" } = attributes;
  return wholeName.trim() || [firstName, middleName, lastName].join(" ").replace(/\s+/g, " ").trim();
}

const birthOf = ({ birthdate = "", year = "", monthOfYear = "", dayOfMonth = "" }: Element["attributes"]) =>
  listDate(birthdate) ?? dateOf(year, Number(monthOfYear), Number(dayOfMonth));
