import { expect, test } from "vitest";
import { exchange } from "../../support/service/exchange.ts";
import { by } from "../../support/service/members.ts";
import { figures } from "../../support/wallets/deposits.ts";
import { ask, readyMemberWithApp, violations } from "../../support/withdrawals/withdrawals.ts";

/** RACES=1000 is the long run. */
const rounds = Number(process.env.RACES ?? 2);

test("of 32 withdrawals of the whole balance at once one is made", async () => {
  const service = await exchange();
  const { member } = await readyMemberWithApp(service);
  for (let round = 0; round < rounds; round += 1) {
    const answers = await Promise.all(Array.from({ length: 32 }, () => ask(service, member, { amount: "1000" })));
    const [made, ...others] = answers.filter(({ status }) => status === 201);
    expect(others).toEqual([]);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect(answer.problem()).toMatchObject({ status: 422, code: "insufficient_funds" });
    }
    expect(await figures(service, member)).toMatchObject({ available: "0.000000", held: "1000.000000" });
    await service.call("withdrawalsCancel", { body: { id: made?.reply().data.id ?? "" }, ...by(member.token) });
    expect(await figures(service, member)).toMatchObject({ available: "1000.000000", held: "0.000000" });
  }
  expect(await violations(service)).toEqual([]);
}, 3_600_000);
