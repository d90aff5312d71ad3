import { Card } from "../../ui/card.tsx";
import { Disclosure, Question } from "../../ui/disclosure.tsx";
import { AddressGroups } from "../../ui/figures/address-groups.tsx";
import { Amount } from "../../ui/figures/amount.tsx";
import { CostBar } from "../../ui/figures/cost-bar.tsx";
import { Rules } from "../../ui/figures/rules.tsx";
import { Slip, SlipRow, SlipRule } from "../../ui/figures/slip.tsx";
import { Cell, HeadCell, Table } from "../../ui/figures/table.tsx";
import { AssetMark, PairMarks } from "../../ui/icons/asset-mark.tsx";
import { TimeBar } from "../../ui/progress/time-bar.tsx";
import { Shelf } from "./shelf.tsx";

export function GalleryData() {
  return (
    <>
      <Shelf name="Slip, bars">
        <Card main className="max-w-sm">
          <Slip>
            <SlipRow label="You send" total>
              <Amount value="500" unit="USDT" />
            </SlipRow>
          </Slip>
          <SlipRule />
          <Slip>
            <SlipRow label="Our fee">2.42 USD</SlipRow>
            <SlipRow label="Promo WELCOME5" kind="bonus">
              +0.48 USD
            </SlipRow>
          </Slip>
          {[0, 0.4, 3.6, 40].map((cost) => (
            <p key={cost} className="mt-4">
              <CostBar costPercent={cost} label={`The exchange costs ${cost}%`} />
            </p>
          ))}
          <p className="mt-4">
            <TimeBar percentLeft={80} />
          </p>
        </Card>
        <p>
          <Amount value="501" unit="USDT" size="huge" /> <Amount value="483.00" unit="USD" size="large" />
        </p>
      </Shelf>
      <Shelf name="Address">
        <AddressGroups address="TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE" />
        <AddressGroups address="bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh" small />
      </Shelf>
      <Shelf name="Table">
        <Table>
          <thead>
            <tr>
              <HeadCell>Pair</HeadCell>
              <HeadCell figures>Amount</HeadCell>
            </tr>
          </thead>
          <tbody>
            {["+100.00", "−1,099.00"].map((amount) => (
              <tr key={amount}>
                <Cell>
                  <PairMarks>
                    {[
                      <AssetMark key="from" symbol="USDT" account={false} size={26} />,
                      <AssetMark key="to" symbol="USD" account size={26} />,
                    ]}
                  </PairMarks>
                </Cell>
                <Cell figures>
                  <Amount value={amount} unit="USDT" column />
                </Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      </Shelf>
      <Shelf name="Details, rules">
        <Question title="What if I pay late?" open>
          Within 90 minutes we go on at your rate.
        </Question>
        <Disclosure title="How it is calculated">Line by line.</Disclosure>
        <Rules rules={[{ term: "You cancel", text: "Free until your payment is seen on the network." }]} />
      </Shelf>
    </>
  );
}
