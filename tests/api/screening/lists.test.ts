import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import { screeningAccount, screeningEntry } from "../../../upstream/db/schema/index.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import {
  euXml,
  listFile,
  ofacAdvanced,
  ofacAliases,
  ofacCsv,
  ofacXml,
  type SampleParty,
  unXml,
} from "../../support/screening/list-files.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { asStaff, enrol, must } from "../../support/service/staff.ts";

let service: Exchange;
beforeEach(async () => {
  service = await exchange({ market: "empty" });
});

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

const bitcoin = "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2";
const parties: SampleParty[] = [
  {
    id: "36",
    names: [
      ["Viktor", "Ankudinov"],
      ["Vitya", "Ankudinoff"],
    ],
    weak: [["The", "Uncle"]],
    birth: "1966-12-07",
    addresses: [{ coin: "XBT", address: bitcoin }],
  },
  { id: "37", kind: "entity", names: [["", "Northern & Southern Trading"]] },
];
/** As `sdn.csv` has them: with the first name alone. */
const unnamed = parties.map(({ names, ...party }): SampleParty => ({ ...party, names: names.slice(0, 1) }));

type Typed = { text: string; list?: string } & Record<string, string>;
const argumentsOf = ({ text, list = "test", aliases, ...more }: Typed) => ({
  ...{ path: listFile(text), list, reason: "the list of today", ...more },
  ...(aliases !== undefined && { aliases: listFile(aliases) }),
});
const importText = (typed: Typed) =>
  runCommand(service.ctx, { command: "screening import", args: argumentsOf(typed), operator: { name: "anna" } });
const entries = () => service.ctx.db.orm.select().from(screeningEntry).orderBy(screeningEntry.id);

describe("an import reads", () => {
  test.each<[string, Typed]>([
    ["ofac", { text: ofacXml(parties) }],
    ["ofac_advanced", { text: ofacAdvanced(parties) }],
    ["ofac_csv", { text: ofacCsv(parties), date: "2026-11-20" }],
    ["eu", { text: euXml(parties) }],
    ["un", { text: unXml(parties) }],
  ])("%s: names without weak aliases, dates of birth, addresses", async (format, typed) => {
    expect(await importText(typed)).toMatchObject({ ok: true, data: { format, parties: 2, date: "2026-11-20" } });
    const [person, entity] = await entries();
    expect(person).toMatchObject({ id: "36", kind: "person", births: ["1966-12-07"] });
    expect(person?.names).toHaveLength(2);
    expect(person?.names.join()).toMatch(/Viktor|Ankudinov/);
    expect(person?.names.join()).not.toMatch(/Uncle/);
    expect(entity).toMatchObject({ id: "37", kind: "entity", names: ["Northern & Southern Trading"] });
    const accounts = await service.ctx.db.orm.select().from(screeningAccount);
    const expected = format === "eu" || format === "un" ? [] : [bitcoin.toLowerCase()];
    expect([...new Set(accounts.map(({ value }) => value))]).toEqual(expected);
  });

  test("OFAC's csv with the warning that its aliases are elsewhere, and its xml without one", async () => {
    const ofCsv = await importText({ text: ofacCsv(parties), date: "2026-11-20", list: "csv" });
    expect(ofCsv).toMatchObject({ ok: true, data: { warning: expect.stringContaining("alt.csv") } });
    expect(JSON.stringify(await importText({ text: ofacXml(parties), list: "xml" }))).not.toContain("alt.csv");
  });

  test("OFAC's sdn.csv with alt.csv: all names, counted, and one checksum of both files", async () => {
    const text = ofacCsv(unnamed);
    const aliases = ofacAliases(parties);
    const both = { text, aliases, date: "2026-11-20", sha256: sha256(text + aliases) };
    const imported = await importText(both);
    expect(imported).toMatchObject({ ok: true, data: { format: "ofac_csv", parties: 2, aliases: 1 } });
    expect(JSON.stringify(imported)).not.toContain("warning");
    expect((await entries()).map(({ names }) => names)).toEqual([
      ["Ankudinov, Viktor", "Ankudinoff, Vitya"],
      ["Northern & Southern Trading"],
    ]);
    expect(await importText({ ...both, sha256: sha256(text) })).toMatchObject({ ok: false });
  });

  test("a plain list: names, emails and addresses, one a line", async () => {
    const text = `# our own\nViktor Ankudinov\nviktor@example.com\n${bitcoin}\n`;
    expect(await importText({ text, date: "2026-11-20" })).toMatchObject({
      ok: true,
      data: { format: "plain", parties: 3 },
    });
    expect(await service.ctx.db.orm.select().from(screeningAccount)).toHaveLength(2);
  });
});

describe("an import refuses, and leaves the list in force as it is,", () => {
  const entity = '<!DOCTYPE sdnList [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>';
  const file = '<!DOCTYPE sdnList [<!ENTITY secret SYSTEM "file:///etc/passwd">]>';
  const withHead = (head: string) => ofacXml(parties).replace("<sdnList", `${head}<sdnList`);
  test.each([
    ["a file that is cut", ofacXml(parties).slice(0, -30)],
    ["entities that grow", withHead(entity).replace("Ankudinov", "&b;")],
    ["an entity that reads a file", withHead(file).replace("Ankudinov", "&secret;")],
    ["an entity that nobody has defined", ofacXml(parties).replace("Ankudinov", "&unknown;")],
    ["another XML", "<html><body>Not found</body></html>"],
    ["a list without a party", ofacXml([])],
    ["a party without a name", ofacXml([{ id: "1", names: [["", ""]] }])],
    ["a row of another width", '36,"ANKUDINOV, Viktor","individual"\r\n'],
    ["what is not text", "\u0000\uFFFD".repeat(3)],
    ["nothing", ""],
  ])("%s", async (_, text) => {
    expect(await importText({ text: ofacXml(parties) })).toMatchObject({ ok: true });
    const answer = await importText({ text, date: "2026-11-21", anyway: "yes" });
    expect(answer).toMatchObject({ ok: false });
    expect(answer.ok ? "" : answer.sentence).not.toMatch(/root:|TypeError|node_modules/);
    expect((await entries()).map(({ id }) => id)).toEqual(["36", "37"]);
  });

  test("a file that is not there, or has another checksum", async () => {
    const args = { path: "/nowhere/list.xml", list: "test", reason: "the list of today" };
    const missing = await runCommand(service.ctx, { command: "screening import", args, operator: { name: "anna" } });
    expect(missing).toMatchObject({ ok: false, sentence: expect.stringContaining("not there") });
    expect(await importText({ text: ofacXml(parties), sha256: "0".repeat(64) })).toMatchObject({ ok: false });
    expect(await entries()).toEqual([]);
  });

  test.each([
    ["alt.csv alone", { text: ofacAliases(parties) }, /alt\.csv.*give sdn\.csv first/],
    ["add.csv", { text: '36,25,"Calle 1","Havana","Cuba",-0- \r\n' }, /add\.csv.*give sdn\.csv and alt\.csv/],
    ["alt.csv before sdn.csv", { text: ofacAliases(parties), aliases: ofacCsv(unnamed) }, /give sdn\.csv first/],
    ["two times sdn.csv", { text: ofacCsv(unnamed), aliases: ofacCsv(unnamed) }, /second file, it is not OFAC's alt/],
    ["aliases beside another format", { text: ofacXml(parties), aliases: ofacAliases(parties) }, /leave it out/],
  ])("%s", async (_, typed, sentence) => {
    const files = { ...typed, date: "2026-11-20", anyway: "yes" };
    expect(await importText(files)).toMatchObject({ ok: false, sentence: expect.stringMatching(sentence) });
    expect(await entries()).toEqual([]);
  });

  test("a list without a date of its own, until it is named", async () => {
    expect(await importText({ text: ofacCsv(parties) })).toMatchObject({ ok: false });
  });
});

describe("an import asks", () => {
  const many = Array.from(
    { length: 10 },
    (_, at): SampleParty => ({ id: `${100 + at}`, names: [["Viktor", `Name${at}`]] }),
  );
  const eight = many.slice(0, 8);
  const twoNames: SampleParty = {
    id: "100",
    names: [
      ["Viktor", "Name0"],
      ["Vitya", "Name0"],
    ],
  };
  test.each<[string, Typed]>([
    ["where the file has no end mark", { text: ofacCsv(many, { endMark: "" }), date: "2026-11-20" }],
    ["where its count is another", { text: ofacXml(many, { count: 11 }) }],
    ["where it is older", { text: ofacXml(many, { date: "11/19/2026" }) }],
    [
      "where the aliases have no end mark",
      { text: ofacCsv(many), date: "2026-11-20", aliases: ofacAliases([twoNames], { endMark: "" }) },
    ],
    [
      "where the aliases are of other parties",
      { text: ofacCsv(many), date: "2026-11-20", aliases: ofacAliases(parties) },
    ],
    ["where it is a fifth smaller", { text: ofacXml(eight, { date: "11/21/2026" }) }],
  ])("%s", async (_, typed) => {
    expect(await importText({ text: ofacXml(many) })).toMatchObject({ ok: true });
    const asked = await importText(typed);
    expect(asked).toMatchObject({ ok: false, sentence: expect.stringContaining("--anyway") });
    expect(await importText({ ...typed, anyway: "yes" })).toMatchObject({ ok: true });
  });

  test("and with staff takes two people for it; one alone changes nothing", async () => {
    const { anna, boris } = await enrol(service.ctx);
    const first = argumentsOf({ text: ofacXml(many) });
    expect(await asStaff(service.ctx, anna, "screening import", first)).toMatchObject({ ok: true });
    const text = ofacXml(eight, { date: "11/21/2026" });
    const unnamed = argumentsOf({ text, anyway: "yes" });
    const answer = await asStaff(service.ctx, anna, "screening import", unnamed);
    expect(answer).toMatchObject({ ok: false, sentence: expect.stringContaining("--sha256") });
    const smaller = { ...unnamed, sha256: sha256(text) };
    expect(await asStaff(service.ctx, anna, "screening import", smaller)).toMatchObject({ ok: true });
    expect(await asStaff(service.ctx, anna, "screening import", smaller)).toMatchObject({ ok: true });
    // Another content at the path of the first person's command is not what that person has vouched for.
    writeFileSync(smaller.path, ofacXml(eight.slice(1), { date: "11/21/2026" }));
    expect(await asStaff(service.ctx, boris, "screening import", smaller)).toMatchObject({ ok: false });
    const replaced = { ...smaller, sha256: sha256(readFileSync(smaller.path, "utf8")) };
    expect(await asStaff(service.ctx, boris, "screening import", replaced)).toMatchObject({ ok: true });
    expect(await entries()).toHaveLength(10);
    writeFileSync(smaller.path, text);
    expect(await asStaff(service.ctx, boris, "screening import", smaller)).toMatchObject({
      ok: true,
      data: { parties: 8 },
    });
    expect(await entries()).toHaveLength(8);
  });

  test("not for the same file again: it is refused", async () => {
    expect(await importText({ text: ofacXml(many) })).toMatchObject({ ok: true });
    expect(await importText({ text: ofacXml(many) })).toMatchObject({ ok: false });
  });
});

test("a block is removed by two people where there are staff", async () => {
  const { anna, boris } = await enrol(service.ctx);
  const reason = "a stolen card";
  const added = await asStaff(service.ctx, anna, "blocklist add", { kind: "name", value: "Анкудинов Виктор", reason });
  const { id } = (added.ok ? added.data : {}) as { id: string };
  for (const staff of [anna, anna]) await asStaff(service.ctx, staff, "blocklist remove", { id, reason });
  const list = () => runCommand(service.ctx, { command: "blocklist list", args: {}, operator: { name: "anna" } });
  expect(await list()).toMatchObject({ data: [{ id, state: "blocked", value: "ankudinov viktor" }] });
  expect(await asStaff(service.ctx, boris, "blocklist remove", { id, reason })).toMatchObject({ ok: true });
  expect(await list()).toMatchObject({ data: [] });
});

test("a first approval does not count after the person who gave it was removed from the staff", async () => {
  const { anna, boris } = await enrol(service.ctx);
  const reason = "a stolen card";
  const added = await must(service.ctx, anna, "blocklist add", { kind: "email", value: "mallory@mail.com", reason });
  const { id } = added.data as { id: string };
  const waiting = { data: { state: "blocked until a second person removes it, too" } };
  expect(await asStaff(service.ctx, boris, "blocklist remove", { id, reason })).toMatchObject(waiting);
  await must(service.ctx, boris, "staff remove", { name: "boris", reason });
  expect(await asStaff(service.ctx, anna, "blocklist remove", { id, reason })).toMatchObject(waiting);
});
