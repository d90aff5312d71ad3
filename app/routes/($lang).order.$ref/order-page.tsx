import type { Order } from "../../../contract/order/order.ts";
import type { Qr } from "../../components/qr/qr.server.ts";
import type { Assets } from "../../components/summary/assets.ts";
import { FormProblem } from "../../forms/form-problem.tsx";
import type { FormReply } from "../../forms/reply.ts";
import { HoldChoices } from "./hold/hold-choices.tsx";
import { OtherActions } from "./hold/input-actions.tsx";
import { OtherWays } from "./hold/other-ways.tsx";
import { KeepLink, type OrderLinkResult } from "./keep-link.tsx";
import { OrderRefresh } from "./live/no-script-refresh.tsx";
import { UpdateNotice } from "./live/update-notice.tsx";
import { useLiveOrder } from "./live/use-live-order.ts";
import { OrderActions } from "./order-actions.tsx";
import { OrderHead } from "./order-head.tsx";
import { OrderHelp } from "./order-help.tsx";
import { OrderTransactions } from "./order-transactions.tsx";
import { ReviewAsk } from "./outcome/review-ask.tsx";
import { PayCard } from "./payment/pay-card.tsx";
import { OrderPush } from "./push/order-push.tsx";
import { RefusedEmail } from "./refused-email.tsx";
import { SandboxPanel } from "./sandbox/sandbox-panel.tsx";
import { SummaryCard } from "./summary-card.tsx";
import type { StateTexts } from "./texts/state-texts.server.ts";
import { useOrderTexts } from "./texts/use-order-texts.ts";
import { OrderTimeline } from "./timeline/order-timeline.tsx";

type OrderPageProps = {
  order: Order;
  assets: Assets;
  stateTexts: StateTexts;
  qr: Qr | null;
  /** This browser has the order's token, not only its owner's session. */
  hasKey: boolean;
  /** The order may be reviewed, and was not yet. */
  asksReview: boolean;
  actionData: { reply?: FormReply; linkResult?: OrderLinkResult } | undefined;
};

/** One page from payment to receipt. */
export function OrderPage({ order, assets, stateTexts, qr, hasKey, asksReview, actionData }: OrderPageProps) {
  const live = useLiveOrder(order);
  const texts = useOrderTexts(stateTexts, order, assets);
  const due = order.due;
  // The head of a completed order names both transfers; only more than these need the list.
  const { payin, payout, refund } = order;
  const isWhole = order.status === "completed" && payin.txs.length + payout.txs.length + refund.txs.length === 2;
  const actionProps = { order, assets, texts, reply: actionData?.reply };
  // A refused field is reported in its own form.
  const refused = actionData?.reply && Object.keys(actionData.reply.fields).length === 0 ? actionData.reply : undefined;
  return (
    <>
      <OrderRefresh order={order} />
      <div className="page-width grid items-start gap-x-10 gap-y-5 pb-20 pt-6 wide:grid-cols-[minmax(0,1fr)_23rem] wide:grid-rows-[auto_1fr] lg:gap-y-6 lg:pt-10">
        <div className="min-w-0 space-y-5 lg:space-y-6">
          <OrderHead order={order} assets={assets} texts={texts} />
          <RefusedEmail order={order} hasLink={hasKey} />
          {live.isBehind && <UpdateNotice show={live.catchUp} />}
          <FormProblem reply={refused} labels={{}} />
          {order.hold && due?.kind !== "rest" && <HoldChoices {...actionProps} />}
          {due && <PayCard order={order} assets={assets} qr={qr} due={due} texts={texts} />}
          {order.hold && due?.kind === "rest" && <OtherWays {...actionProps} />}
          <OrderActions order={order} texts={texts} />
          <OtherActions {...actionProps} />
          {!isWhole && <OrderTransactions order={order} texts={texts} folded={due?.kind === "rest"} />}
        </div>
        <div className="min-w-0 space-y-5 wide:row-span-2 lg:space-y-6">
          <OrderTimeline order={order} texts={texts} live={live} />
          {asksReview && <ReviewAsk orderRef={order.ref} />}
          {order.status !== "completed" && <SummaryCard order={order} texts={texts} />}
          {texts.sandbox && <SandboxPanel {...texts.sandbox} />}
        </div>
        <div className="min-w-0 space-y-5 lg:space-y-6">
          {hasKey && <KeepLink order={order} actionData={actionData?.linkResult} />}
          <OrderPush order={order} />
          <OrderHelp order={order} />
        </div>
      </div>
    </>
  );
}
