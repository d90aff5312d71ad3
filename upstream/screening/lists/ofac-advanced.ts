import type { ListEntry, ListHead, PartyKind } from "../rules/list-entry.ts";
import { dateOf } from "./list-dates.ts";
import type { ListReader } from "./list-reader.ts";
import { isAccount } from "./ofac-xml.ts";
import { allInside, childrenOf, type Element, elementAt, readXml, textAt } from "./xml-stream.ts";

/** What the numbers of the file mean: the sets at its beginning say it. */
type Meanings = { features: Map<string, string>; subTypes: Map<string, string>; types: Map<string, string> };

/** `sdn_advanced.xml` of the US Treasury (OFAC). Aliases of low quality are left out. */
export const readOfacAdvanced: ListReader = async (chunks, onEntry) => {
  const head: ListHead = { date: null, count: null, isWhole: true };
  const meanings: Meanings = { features: new Map(), subTypes: new Map(), types: new Map() };
  const whole = new Set(["DateOfIssue", "FeatureType", "PartySubType", "PartyType", "DistinctParty"]);
  await readXml(chunks, whole, async (element, parents) => {
    const id = element.attributes.ID ?? "";
    const text = element.text.trim();
    if (element.name === "DistinctParty") return onEntry(entryOf(element, meanings));
    if (element.name === "FeatureType") meanings.features.set(id, text);
    else if (element.name === "PartyType") meanings.types.set(id, text);
    else if (element.name === "PartySubType")
      meanings.subTypes.set(id, `${element.attributes.PartyTypeID ?? ""}:${text}`);
    else if (parents.length === 1) head.date = dateIn(element) ?? null;
  });
  return head;
};

function entryOf(element: Element, meanings: Meanings): ListEntry {
  const [profile] = childrenOf(element, "Profile");
  const aliases = allInside(element, "Alias").filter(({ attributes }) => attributes.LowQuality !== "true");
  const features = allInside(element, "Feature").map((feature) => ({
    feature,
    meaning: meanings.features.get(feature.attributes.FeatureTypeID ?? "") ?? "",
  }));
  const accounts = features.filter(({ meaning }) => isAccount(meaning));
  const births = features.filter(({ meaning }) => meaning === "Birthdate");
  return {
    id: element.attributes.FixedRef ?? "",
    kind: kindOf(profile?.attributes.PartySubTypeID ?? "", meanings),
    names: aliases.flatMap((alias) => allInside(alias, "DocumentedName").map(nameOf)).filter((name) => name !== ""),
    births: births.flatMap(
      ({ feature }) => dateIn(elementAt(feature, "FeatureVersion", "DatePeriod", "Start", "From")) ?? [],
    ),
    accounts: accounts
      .flatMap(({ feature }) => allInside(feature, "VersionDetail").map((detail) => detail.text.trim()))
      .filter((account) => account !== ""),
  };
}

function kindOf(subType: string, { subTypes, types }: Meanings): PartyKind {
  const [type = "", text = ""] = (subTypes.get(subType) ?? "").split(":");
  if (types.get(type) === "Individual") return "person";
  return text === "Vessel" || text === "Aircraft" ? "other" : "entity";
}

const nameOf = (name: Element) =>
  allInside(name, "NamePartValue")
    .map((part) => part.text.trim())
    .join(" ")
    .trim();

const dateIn = (element: Element | undefined) =>
  dateOf(textAt(element, "Year"), Number(textAt(element, "Month")), Number(textAt(element, "Day")));
