import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A party for generated lists; the first name is the main one, weak ones are aliases of low quality. */
export type SampleParty = {
  id: string;
  kind?: "person" | "entity" | "vessel";
  names: [first: string, last: string][];
  weak?: [first: string, last: string][];
  birth?: string;
  addresses?: { coin: string; address: string }[];
};

const xml = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
const each = <Item>(items: readonly Item[] | undefined, text: (item: Item) => string) =>
  (items ?? []).map(text).join("");

/** `sdn.xml`, as its published schema has it. `count`: what the file says of itself. */
export function ofacXml(parties: readonly SampleParty[], { date = "11/20/2026", count = parties.length } = {}): string {
  const type = { person: "Individual", entity: "Entity", vessel: "Vessel" };
  const name = ([first, last]: [string, string]) =>
    `<lastName>${xml(last)}</lastName>${first ? `<firstName>${xml(first)}</firstName>` : ""}`;
  const aka = (category: string) => (alias: [string, string]) =>
    `<aka><uid>1</uid><type>a.k.a.</type><category>${category}</category>${name(alias)}</aka>`;
  const entries = each(
    parties,
    ({ id, kind = "person", names: [first, ...others], weak, birth, addresses }) =>
      `<sdnEntry><uid>${id}</uid>${name(first ?? ["", ""])}<sdnType>${type[kind]}</sdnType>` +
      `<programList><program>TEST</program></programList>` +
      `<idList>${each(addresses, ({ coin, address }) => `<id><uid>1</uid><idType>Digital Currency Address - ${coin}</idType><idNumber>${address}</idNumber></id>`)}</idList>` +
      `<akaList>${each(others, aka("strong"))}${each(weak, aka("weak"))}</akaList>` +
      (birth
        ? `<dateOfBirthList><dateOfBirthItem><uid>1</uid><dateOfBirth>${birth}</dateOfBirth><mainEntry>true</mainEntry></dateOfBirthItem></dateOfBirthList>`
        : "") +
      `</sdnEntry>\n`,
  );
  return (
    `<?xml version="1.0" standalone="yes"?>\n<sdnList xmlns="https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/XML">` +
    `<publshInformation><Publish_Date>${date}</Publish_Date><Record_Count>${count}</Record_Count></publshInformation>\n${entries}</sdnList>\n`
  );
}

/** `sdn_advanced.xml`: the sets that say what its numbers mean, then the parties. */
export function ofacAdvanced(parties: readonly SampleParty[], [year, month, day] = [2026, 11, 20]): string {
  const subType = { person: 4, entity: 3, vessel: 1 };
  const alias =
    (isLow: boolean) =>
    ([first, last]: [string, string]) =>
      `<Alias FixedRef="1" AliasTypeID="1" Primary="false" LowQuality="${isLow}"><DocumentedName ID="1" FixedRef="1" DocNameStatusID="1">` +
      `<DocumentedNamePart><NamePartValue NamePartGroupID="1" ScriptID="215" ScriptStatusID="1" Acronym="false">${xml(last)}</NamePartValue></DocumentedNamePart>` +
      `<DocumentedNamePart><NamePartValue NamePartGroupID="2" ScriptID="215" ScriptStatusID="1" Acronym="false">${xml(first)}</NamePartValue></DocumentedNamePart>` +
      `</DocumentedName></Alias>`;
  const birth = (date: string) => {
    const [y, m, d] = date.split("-").map(Number);
    return (
      `<Feature ID="1" FeatureTypeID="8"><FeatureVersion ID="1" ReliabilityID="1"><DatePeriod CalendarTypeID="1" YearFixed="false">` +
      `<Start Approximate="false"><From><Year>${y}</Year><Month>${m}</Month><Day>${d}</Day></From></Start></DatePeriod></FeatureVersion></Feature>`
    );
  };
  const address = ({ address: text }: { address: string }) =>
    `<Feature ID="2" FeatureTypeID="344"><FeatureVersion ID="2" ReliabilityID="1"><VersionDetail DetailTypeID="1432">${text}</VersionDetail></FeatureVersion></Feature>`;
  return (
    `<?xml version="1.0" encoding="utf-8"?>\n<Sanctions xmlns="http://www.un.org/sanctions/1.0" Version="1">` +
    `<DateOfIssue CalendarTypeID="1"><Year>${year}</Year><Month>${month}</Month><Day>${day}</Day></DateOfIssue><ReferenceValueSets>` +
    `<PartyTypeValues><PartyType ID="1">Individual</PartyType><PartyType ID="2">Entity</PartyType><PartyType ID="4">Transport</PartyType></PartyTypeValues>` +
    `<PartySubTypeValues><PartySubType ID="4" PartyTypeID="1">Unknown</PartySubType><PartySubType ID="3" PartyTypeID="2">Unknown</PartySubType><PartySubType ID="1" PartyTypeID="4">Vessel</PartySubType></PartySubTypeValues>` +
    `<FeatureTypeValues><FeatureType ID="8" FeatureTypeGroupID="1">Birthdate</FeatureType><FeatureType ID="344" FeatureTypeGroupID="1">Digital Currency Address - XBT</FeatureType></FeatureTypeValues>` +
    `</ReferenceValueSets><DistinctParties>` +
    each(
      parties,
      ({ id, kind = "person", names, weak, birth: date, addresses }) =>
        `<DistinctParty FixedRef="${id}"><Profile ID="${id}" PartySubTypeID="${subType[kind]}"><Identity ID="1" FixedRef="${id}" Primary="true" False="false">` +
        `${each(names, alias(false))}${each(weak, alias(true))}</Identity>${date ? birth(date) : ""}${each(addresses, address)}</Profile></DistinctParty>\n`,
    ) +
    `</DistinctParties></Sanctions>\n`
  );
}

/** `sdn.csv`, with the control character at its end. */
export function ofacCsv(parties: readonly SampleParty[], { endMark = "\u001a" } = {}): string {
  const type = { person: '"individual"', entity: "-0- ", vessel: '"vessel"' };
  const row = ({
    id,
    kind = "person",
    names: [[first, last] = ["", ""], ...others],
    birth,
    addresses,
  }: SampleParty) => {
    const remarks = [
      ...(birth ? [`DOB ${birth}`] : []),
      ...others.map(([alias, family]) => `a.k.a. '${family}, ${alias}'`),
      ...(addresses ?? []).map(({ coin, address }) => `Digital Currency Address - ${coin} ${address}`),
    ].join("; ");
    const empty = Array.from({ length: 7 }, () => "-0- ").join(",");
    return `${id},"${first ? `${last}, ${first}` : last}",${type[kind]},"TEST",${empty},"${remarks}."\r\n`;
  };
  return each(parties, row) + endMark;
}

/** `alt.csv`: all names of the parties but the first. */
export function ofacAliases(parties: readonly SampleParty[], { endMark = "\u001a" } = {}): string {
  const rows = parties.flatMap(({ id, names: [, ...others] }) =>
    others.map(([first, last], at) => `${id},${Number(id) * 100 + at},"aka","${last}, ${first}",-0- \r\n`),
  );
  return rows.join("") + endMark;
}

/** The EU's consolidated list, export 1.1. */
export function euXml(parties: readonly SampleParty[], date = "2026-11-20T08:00:00.000+01:00"): string {
  const alias =
    (isStrong: boolean) =>
    ([first, last]: [string, string]) =>
      `<nameAlias firstName="${xml(first)}" middleName="" lastName="${xml(last)}" wholeName="${xml(`${first} ${last}`.trim())}" strong="${isStrong}" nameLanguage="EN" logicalId="1"/>`;
  const entity = ({ id, kind = "person", names, weak, birth }: SampleParty) =>
    `<sanctionEntity designationDetails="" euReferenceNumber="EU.${id}" logicalId="${id}"><subjectType code="${kind === "person" ? "person" : "enterprise"}" classificationCode="P"/>` +
    `${each(names, alias(true))}${each(weak, alias(false))}` +
    (birth
      ? `<birthdate circa="false" calendarType="GREGORIAN" birthdate="${birth}" year="${birth.slice(0, 4)}" logicalId="1"/>`
      : "") +
    `</sanctionEntity>\n`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<export xmlns="http://eu.europa.ec/fpi/fsd/export" generationDate="${date}" globalFileId="1">${each(parties, entity)}</export>\n`;
}

/** The UN Security Council's consolidated list. */
export function unXml(parties: readonly SampleParty[], date = "2026-11-20T00:00:00.000Z"): string {
  const alias =
    (tag: string, quality: string) =>
    ([first, last]: [string, string]) =>
      `<${tag}_ALIAS><QUALITY>${quality}</QUALITY><ALIAS_NAME>${xml(`${first} ${last}`)}</ALIAS_NAME></${tag}_ALIAS>`;
  const party =
    (tag: string) =>
    ({ id, names: [[first, last] = ["", ""], ...others], weak, birth }: SampleParty) =>
      `<${tag}><DATAID>${id}</DATAID><VERSIONNUM>1</VERSIONNUM><FIRST_NAME>${xml(first || last)}</FIRST_NAME>${first ? `<SECOND_NAME>${xml(last)}</SECOND_NAME>` : ""}` +
      `<REFERENCE_NUMBER>QDi.${id}</REFERENCE_NUMBER>${each(others, alias(tag, "Good"))}${each(weak, alias(tag, "Low"))}` +
      (birth
        ? `<INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>EXACT</TYPE_OF_DATE><DATE>${birth}</DATE></INDIVIDUAL_DATE_OF_BIRTH>`
        : "") +
      `</${tag}>\n`;
  const people = parties.filter(({ kind = "person" }) => kind === "person");
  const others = parties.filter(({ kind = "person" }) => kind !== "person");
  return (
    `<?xml version="1.0" encoding="utf-8"?>\n<CONSOLIDATED_LIST xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" dateGenerated="${date}">` +
    `<INDIVIDUALS>${each(people, party("INDIVIDUAL"))}</INDIVIDUALS><ENTITIES>${each(others, party("ENTITY"))}</ENTITIES></CONSOLIDATED_LIST>\n`
  );
}

/** A file of a test, deleted with it. */
export function listFile(text: string, name = "list"): string {
  const folder = mkdtempSync(join(tmpdir(), "kursa-list-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}
