import { describe, expect, test } from "vitest";
import { audit, signedCommand, staffCredential } from "../../../upstream/db/schema/index.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { loadRegister } from "../../../upstream/staff/register.ts";
import { keyId } from "../../../upstream/staff/signed-payload.ts";
import { type TestContext, testContext } from "../../support/service/context.ts";
import { freshDatabase } from "../../support/service/database.ts";
import { additionOf, asStaff, enrol, must, person, signedBy } from "../../support/service/staff.ts";

const stop = { rail: "sandbox-paypal", reason: "for a good reason" };
const refusedWith = (text: string) => ({
  ok: false,
  sentence: expect.stringMatching(new RegExp(`^REFUSED: .*${text}`)),
});
const started = async () => testContext(await freshDatabase());
const states = async (ctx: TestContext) =>
  Object.fromEntries((await loadRegister(ctx.db.orm)).credentials.map(({ name, state }) => [name, state]));
const entryId = async (ctx: TestContext) => {
  const listed = await runCommand(ctx, { command: "approvals list", args: {}, operator: { name: "any" } });
  const [row] = listed.ok && Array.isArray(listed.data) ? listed.data : [];
  return row && typeof row === "object" && !Array.isArray(row) ? String(row.id) : "";
};

test("without staff a command runs unsigned, and says that names are labels", async () => {
  const ctx = await started();
  expect(await runCommand(ctx, { command: "payouts stop", args: stop, operator: { name: "anna" } })).toMatchObject({
    ok: true,
  });
  expect(await runCommand(ctx, { command: "staff list", args: {}, operator: { name: "anna" } })).toMatchObject({
    data: expect.stringContaining("one person can do all"),
  });
});

describe("with staff", () => {
  test("ledger verify accepts the first unsigned staff add when the clock advances during the command", async () => {
    const ctx = await started();
    const { now } = ctx.clock;
    let readings = 0;
    ctx.clock.now = () => new Date(now().getTime() + readings++);
    await enrol(ctx);
    expect(await verify(ctx.db)).toEqual([]);
  });

  test("an unsigned command is refused, and reading and rehearsing are not", async () => {
    const ctx = await started();
    await enrol(ctx);
    const unsigned = { command: "payouts stop", args: stop, operator: { name: "anna" } };
    expect(await runCommand(ctx, unsigned)).toMatchObject(refusedWith("signed"));
    expect(await runCommand(ctx, { ...unsigned, args: { ...stop, dry_run: "yes" } })).toMatchObject({ ok: true });
    expect(await runCommand(ctx, { ...unsigned, command: "today", args: {} })).toMatchObject({ ok: true });
  });

  test("a signed command runs, and the audit log keeps whose it was and its signature", async () => {
    const ctx = await started();
    const { anna } = await enrol(ctx);
    const request = signedBy(ctx, anna, "payouts stop", stop);
    expect(await runCommand(ctx, request)).toMatchObject({ ok: true });
    const entry = (await ctx.db.orm.select().from(audit)).find(({ action }) => action === "payouts_stopped");
    expect(entry).toMatchObject({ actor: "anna", commandId: request.signature?.id });
    const stored = (await ctx.db.orm.select().from(signedCommand)).find(({ id }) => id === request.signature?.id);
    expect(stored).toMatchObject({ credentialId: anna.key.id, signature: request.signature?.value });
  });

  test("a signed command runs once, also beside itself", async () => {
    const ctx = await started();
    const { anna } = await enrol(ctx);
    const request = signedBy(ctx, anna, "payouts stop", stop);
    const both = await Promise.all([runCommand(ctx, request), runCommand(ctx, request)]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    await must(ctx, anna, "payouts go", { rail: stop.rail, reason: stop.reason });
    expect(await runCommand(ctx, request)).toMatchObject(refusedWith("runs once"));
  });

  test.each<[string, (ctx: TestContext) => Parameters<typeof signedBy>[4], string]>([
    ["at another time than now", (ctx) => ({ at: new Date(ctx.clock.now().getTime() - 301_000) }), "too far"],
    ["ahead of the time here", (ctx) => ({ at: new Date(ctx.clock.now().getTime() + 301_000) }), "too far"],
    ["for another exchange", () => ({ origin: "https://other.example" }), "not of this command"],
  ])("refuses what was signed %s", async (_, changes, text) => {
    const ctx = await started();
    const { anna } = await enrol(ctx);
    const request = signedBy(ctx, anna, "payouts stop", stop, changes(ctx));
    expect(await runCommand(ctx, request)).toMatchObject(refusedWith(text));
  });

  test("refuses other arguments, another command, and another's key than were signed", async () => {
    const ctx = await started();
    const { anna, boris } = await enrol(ctx);
    const request = signedBy(ctx, anna, "payouts stop", stop);
    const others = [
      { ...request, args: { ...stop, rail: "sandbox-tron" } },
      { ...request, args: { ...stop, extra: "yes" } },
      { ...request, command: "payouts go" },
      { ...request, signature: request.signature && { ...request.signature, key: boris.key.id } },
      { ...request, signature: request.signature && { ...request.signature, id: "another-id-of-it" } },
    ];
    for (const other of others) expect(await runCommand(ctx, other)).toMatchObject(refusedWith("not of this command"));
    const stranger = signedBy(ctx, person("mallory"), "payouts stop", stop);
    expect(await runCommand(ctx, stranger)).toMatchObject(refusedWith("No member of staff"));
    expect(await runCommand(ctx, request)).toMatchObject({ ok: true });
  });

  test("the sandbox's clock may be moved: the machine's time counts", async () => {
    const ctx = await started();
    const { anna } = await enrol(ctx);
    await ctx.clock.advance(86_400);
    expect(await asStaff(ctx, anna, "payouts stop", stop)).toMatchObject({ ok: true });
  });

  test("a role may do what its row of the table says", async () => {
    const ctx = await started();
    const { anna, boris } = await enrol(ctx);
    const carl = person("carl", "operator");
    await must(ctx, anna, "staff add", additionOf(carl));
    expect(await asStaff(ctx, carl, "payouts stop", stop)).toMatchObject(refusedWith("second person's approval"));
    await must(ctx, boris, "approvals give", { id: await entryId(ctx), reason: "I know Carl" });
    expect(await asStaff(ctx, carl, "payouts stop", stop)).toMatchObject({ ok: true });
    const approval = { id: "any", reason: "let it go" };
    expect(await asStaff(ctx, carl, "payouts approve", approval)).toMatchObject(refusedWith("carl is operator"));
    expect(await asStaff(ctx, carl, "staff add", additionOf(person("dan")))).toMatchObject(refusedWith("may not"));
    const rita = person("rita", "risk");
    await must(ctx, anna, "staff add", additionOf(rita));
    await must(ctx, boris, "approvals give", { id: await entryId(ctx), reason: "I know Rita" });
    // Stops what leaves, and does not let it go on.
    expect(
      await asStaff(ctx, rita, "pairs pause", { pair: "btc_paypal-usd", reason: "for a good reason" }),
    ).toMatchObject({
      ok: true,
    });
    for (const [command, args] of [
      ["payouts go", stop],
      ["maintenance off", { reason: "all is well" }],
      ["pairs resume", { pair: "btc_paypal-usd", reason: "all is well" }],
    ] as const)
      expect(await asStaff(ctx, rita, command, args)).toMatchObject(refusedWith("rita is risk"));
  });
});

describe("changes of the staff", () => {
  test("the first is an owner; a key is one person's, and a name one role's", async () => {
    const ctx = await started();
    const add = (args: Record<string, string>) =>
      runCommand(ctx, { command: "staff add", args, operator: { name: "root" } });
    expect(await add(additionOf(person("anna", "operator")))).toMatchObject({
      sentence: expect.stringContaining("owner"),
    });
    const { anna } = await enrol(ctx);
    const twice = { ...additionOf(person("anna2")), public_key: anna.publicKey };
    expect(await asStaff(ctx, anna, "staff add", twice)).toMatchObject({
      sentence: expect.stringContaining("anna's already"),
    });
    const asOperator = additionOf(person("Anna", "operator"));
    expect(await asStaff(ctx, anna, "staff add", asOperator)).toMatchObject({
      sentence: expect.stringContaining("is owner"),
    });
  });

  test("one person adds no alter ego: neither by approving it, nor by its own key", async () => {
    const ctx = await started();
    const { anna, boris } = await enrol(ctx);
    const ego = person("ego");
    await must(ctx, anna, "staff add", additionOf(ego));
    const id = await entryId(ctx);
    for (const approver of [anna, ego])
      expect(await asStaff(ctx, approver, "approvals give", { id, reason: "it is right" })).toMatchObject(
        refusedWith(""),
      );
    expect(await states(ctx)).toMatchObject({ ego: "pending" });
    await must(ctx, boris, "approvals give", { id, reason: "it is right" });
    expect(await states(ctx)).toMatchObject({ ego: "active" });
  });

  test("one person alone who has signed other commands adds no second one", async () => {
    const ctx = await started();
    const anna = person("anna");
    await runCommand(ctx, { command: "staff add", args: additionOf(anna), operator: { name: "root" } });
    await must(ctx, anna, "payouts stop", stop);
    expect(await asStaff(ctx, anna, "staff add", additionOf(person("ego")))).toMatchObject(
      refusedWith("staff recover"),
    );
    const recover = { command: "staff recover", args: additionOf(person("boris")), operator: { name: "root" } };
    if (ctx.db.kind === "pglite") {
      expect(await runCommand(ctx, recover)).toMatchObject(refusedWith("owner of the database"));
      expect(await runCommand(ctx, recover, true)).toMatchObject({ ok: true });
      expect(await states(ctx)).toMatchObject({ boris: "active" });
    } else expect(await runCommand(ctx, recover, true)).toMatchObject(refusedWith("owner of the database"));
  });

  test("removing another needs a second person, one's own key does not, and a removed key signs nothing", async () => {
    const ctx = await started();
    const { anna, boris } = await enrol(ctx);
    const reason = "left the desk";
    await must(ctx, anna, "staff remove", { name: "boris", reason });
    expect(await asStaff(ctx, boris, "payouts stop", stop)).toMatchObject({ ok: true });
    expect(await asStaff(ctx, anna, "approvals give", { id: await entryId(ctx), reason })).toMatchObject(
      refusedWith("own word"),
    );
    await must(ctx, boris, "staff remove", { name: "boris", reason });
    expect(await asStaff(ctx, boris, "payouts go", stop)).toMatchObject(refusedWith("was removed"));
    expect(await asStaff(ctx, anna, "staff remove", { name: "anna", reason })).toMatchObject(
      refusedWith("nobody would be left"),
    );
  });

  test("a row that was written by SQL gives nobody a right", async () => {
    const ctx = await started();
    const { anna } = await enrol(ctx);
    const ego = person("ego");
    await must(ctx, anna, "staff add", additionOf(ego));
    const [added] = await ctx.db.orm.select().from(staffCredential).orderBy(staffCredential.seq).limit(1).offset(2);
    const forged = person("forged");
    const row = {
      staffId: added?.staffId ?? "",
      kind: "ed25519",
      at: ctx.clock.now(),
      addedBy: added?.addedBy,
    } as const;
    const key = { id: keyId(forged.publicKey), publicKey: forged.publicKey };
    await ctx.db.orm.insert(staffCredential).values({ ...row, ...key });
    expect(await asStaff(ctx, forged, "payouts stop", stop)).toMatchObject(refusedWith("No signature explains"));
  });
});
