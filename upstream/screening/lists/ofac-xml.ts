import type { ListEntry, ListHead, PartyKind } from "../rules/list-entry.ts";
import { listDate } from "./list-dates.ts";
import type { ListReader } from "./list-reader.ts";
import { childrenOf, type Element, elementAt, readXml, textAt } from "./xml-stream.ts";

/** `sdn.xml` and `consolidated.xml` of the US Treasury (OFAC). Weak aliases are left out, as OFAC advises for names. */
export const readOfacXml: ListReader = async (chunks, onEntry) => {
  const head: ListHead = { date: null, count: null, isWhole: true };
  await readXml(chunks, new Set(["publshInformation", "sdnEntry"]), async (element) => {
    if (element.name === "sdnEntry") return onEntry(entryOf(element));
    head.date = listDate(textAt(element, "Publish_Date")) ?? null;
    const count = textAt(element, "Record_Count");
    head.count = /^\d+$/.test(count) ? Number(count) : null;
  });
  return head;
};

const kinds: Readonly<Record<string, PartyKind>> = { Individual: "person", Vessel: "other", Aircraft: "other" };

function entryOf(element: Element): ListEntry {
  const aliases = childrenOf(elementAt(element, "akaList"), "aka").filter((aka) => textAt(aka, "category") !== "weak");
  const births = childrenOf(elementAt(element, "dateOfBirthList"), "dateOfBirthItem");
  const accounts = childrenOf(elementAt(element, "idList"), "id").filter((id) => isAccount(textAt(id, "idType")));
  return {
    id: textAt(element, "uid"),
    kind: kinds[textAt(element, "sdnType")] ?? "entity",
    names: [element, ...aliases].map(nameOf).filter((name) => name !== ""),
    births: births.flatMap((item) => listDate(textAt(item, "dateOfBirth")) ?? []),
    accounts: accounts.map((id) => textAt(id, "idNumber")).filter((account) => account !== ""),
  };
}

const nameOf = (element: Element) => `${textAt(element, "firstName")} ${textAt(element, "lastName")}`.trim();

/** Features of the list that are accounts by which somebody may pay. */
export const isAccount = (feature: string): boolean =>
  feature.startsWith("Digital Currency Address") || /^email address$/i.test(feature);
