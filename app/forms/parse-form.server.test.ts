import { describe, expect, test } from "vitest";
import { z } from "zod/v4";
import { parseForm } from "./parse-form.server.ts";

const schema = z.object({
  email: z.string({ error: "required" }).max(20),
  payout: z.object({ account: z.string({ error: "required" }) }),
  terms: z.literal("on", { error: "must_accept" }),
});

function posted(fields: Record<string, string>) {
  return new Request("http://site.test/", { method: "POST", body: new URLSearchParams(fields) });
}

describe("a posted form", () => {
  test("returns its value, nested by the dots in field names", async () => {
    const form = await parseForm(posted({ email: "a@b.co", "payout.account": "c@d.co", terms: "on" }), schema);
    expect(form).toMatchObject({ ok: true, value: { email: "a@b.co", payout: { account: "c@d.co" } } });
  });

  test("keeps the input and returns a code for every invalid field, with its text in the language of the address", async () => {
    const fields = { email: "a-very-long-address@mail.com", "payout.account": "", "refund.account": "" };
    const asked = schema.extend({ refund: z.object({ account: z.string({ error: "required" }) }) });
    const form = await parseForm(posted(fields), asked);
    expect(form).toEqual({
      ok: false,
      reply: {
        values: fields,
        problem: "validation_failed",
        sentence: "Check the highlighted fields.",
        fields: {
          email: { code: "too_long", text: "This text is too long." },
          "payout.account": { code: "required", text: "This field is required." },
          "refund.account": { code: "required", text: "Enter the refund address.", isNamed: true },
          terms: { code: "must_accept", text: "Please tick this box to continue." },
        },
      },
    });
    const russian = new Request("http://site.test/Ru/x", { method: "POST", body: new URLSearchParams(fields) });
    expect(await parseForm(russian, schema)).toMatchObject({ reply: { sentence: "Проверьте отмеченные поля." } });
  });

  test("asks about a probable slip in an email once, beside the errors of other fields", async () => {
    const fields = { email: "a@gmail.con", "payout.account": "c@gmial.com", terms: "on" };
    const meant = { email: { code: "email_meant", meta: { email: "a@gmail.com" } } };
    const account = { "payout.account": { code: "email_meant", meta: { email: "c@gmail.com" } } };
    expect(await parseForm(posted(fields), schema)).toMatchObject({
      ok: false,
      reply: { fields: { ...meant, ...account } },
    });
    const half = await parseForm(posted({ ...fields, "payout.account": "c@d.co", terms: "" }), schema);
    expect(half).toMatchObject({ ok: false, reply: { fields: { ...meant, terms: { code: "must_accept" } } } });
    const again = new URLSearchParams(fields);
    for (const typed of ["a@gmail.con", "c@gmial.com"]) again.append("as_typed", typed);
    const sent = new Request("http://site.test/", { method: "POST", body: again });
    expect(await parseForm(sent, schema)).toMatchObject({ ok: true, value: { email: "a@gmail.con" } });
  });

  test("returns API errors in the same shape, only the first per field", async () => {
    const form = await parseForm(posted({ email: "a@b.co", "payout.account": "T1", terms: "on" }), schema);
    if (!form.ok) throw new Error("the form should have been read");
    const reply = form.refused(
      {
        code: "validation_failed",
        errors: [
          { pointer: "/payout/account", code: "address_checksum", meta: { network: "tron" } },
          { pointer: "/payout/account", code: "invalid" },
          { pointer: "/accept/terms_version", code: "terms_outdated" },
        ],
      },
      { "accept.terms_version": "terms" },
    );
    expect(reply.values).toMatchObject({ "payout.account": "T1" });
    expect(reply.fields).toMatchObject({
      "payout.account": {
        code: "address_checksum",
        meta: { network: "tron" },
        text: expect.stringMatching(/\S+\s+\S+/),
      },
      terms: { code: "terms_outdated" },
    });
  });

  test.each([
    ["__intent__", "x"],
    ["__intent__", '{"type":"insert","payload":null}'],
    ["__intent__", '{"type":"reset","payload":{"name":"email"}}'],
    ["__state__", "x"],
    ["__state__", "null"],
  ])("ignores %s=%s, a command of the form library", async (name, value) => {
    const form = await parseForm(
      posted({ email: "a@b.co", "payout.account": "T1", terms: "on", [name]: value }),
      schema,
    );
    expect(form).toMatchObject({ ok: true, value: { email: "a@b.co" } });
  });

  test("never returns passwords and codes to the page", async () => {
    const secrets = { password: "secret words", current_password: "x", code: "123456", two_factor_code: "654321" };
    const fields = { email: "a@b.co", "payout.account": "c@d.co", terms: "on", ...secrets };
    const form = await parseForm(posted(fields), schema);
    const refused = form.ok ? form.refused({ code: "validation_failed" }) : form.reply;
    expect(Object.keys(refused.values).sort()).toEqual(["email", "payout.account", "terms"]);
    const wrong = await parseForm(posted({ ...fields, email: "" }), schema);
    expect(wrong.ok ? {} : wrong.reply.values).not.toHaveProperty("password");
  });
});
