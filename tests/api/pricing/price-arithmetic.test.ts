import fc from "fast-check";
import { expect, test } from "vitest";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import { type PriceTerms, priceFrom } from "../../../upstream/market/rules/pricing.ts";
import { seed } from "../../../upstream/orders/rules/testing/seed.ts";
import { freshDatabase } from "../../support/service/database.ts";

const cases = 20_000;

test(`prices equal the database's own decimal arithmetic in ${cases} cases`, async () => {
  const samples = fc.sample(ask, { numRuns: cases, seed: seed("price arithmetic") });
  const prices = samples.map((terms) => priceFrom(terms));
  const db = await freshDatabase();
  const { rows } = await db.query(exact, [JSON.stringify(samples.map(asText))]);

  const answers = rows.map(({ gross, fee, bonus }) => [gross, fee, bonus].map(String));
  expect(answers).toEqual(prices.map(({ gross, serviceFee, bonus }) => [gross, serviceFee, bonus].map(String)));
});

/** Uses only multiplication by plain decimals, which NUMERIC computes exactly: independent of our method. */
const exact = `
  select gross::text, ceil(gross * service_bps * 0.0001)::text as fee,
         floor(gross * bonus_bps * 0.0001)::text as bonus
  from (
    select ordinality, service_bps, bonus_bps, floor(amount * rate * unit)::numeric as gross
    from rows from (json_to_recordset($1::json)
      as (amount numeric, rate numeric, unit numeric, service_bps numeric, bonus_bps numeric)) with ordinality
  ) as priced
  order by ordinality
`;

const ask: fc.Arbitrary<PriceTerms & { fromAmount: bigint }> = fc.record({
  fromAmount: fc.bigInt({ min: 0n, max: 10n ** 22n }),
  rate: fc
    .tuple(fc.bigInt({ min: 1n, max: 10n ** 12n }), fc.integer({ min: 0, max: 12 }))
    .map(([digits, places]) => formatDecimal(digits, places)),
  serviceBps: fc.integer({ min: 0, max: 1_000 }),
  payoutFee: fc.constant(0n),
  bonusBps: fc.integer({ min: 0, max: 500 }),
  fixedBonus: fc.constant(0n),
  fromDecimals: fc.integer({ min: 0, max: 18 }),
  toDecimals: fc.integer({ min: 0, max: 18 }),
});

function asText(terms: PriceTerms & { fromAmount: bigint }) {
  return {
    amount: formatDecimal(terms.fromAmount, terms.fromDecimals),
    rate: terms.rate,
    unit: `1${"0".repeat(terms.toDecimals)}`,
    service_bps: terms.serviceBps,
    bonus_bps: terms.bonusBps,
  };
}
