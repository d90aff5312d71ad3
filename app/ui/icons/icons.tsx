import type { IconName } from "./icon-names.ts";
import sprite from "./icons.svg?url";

type IconProps = {
  /** Width and height in px. */
  size?: number;
  className?: string;
};

export type IconComponent = (props: IconProps) => JSX.Element;

/**
 * An icon from the sprite: one cached file instead of paths in every page and script. Always decorative: text stands
 * beside it or on its control.
 */
function icon(name: IconName): IconComponent {
  return ({ size = 24, className }) => (
    <svg width={size} height={size} aria-hidden="true" className={className ? `icon ${className}` : "icon"}>
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}

export const ArrowDownLeft = /* @__PURE__ */ icon("arrow-down-left");
export const ArrowDownUp = /* @__PURE__ */ icon("arrow-down-up");
export const ArrowLeft = /* @__PURE__ */ icon("arrow-left");
export const ArrowLeftRight = /* @__PURE__ */ icon("arrow-left-right");
export const ArrowRight = /* @__PURE__ */ icon("arrow-right");
export const ArrowRightLeft = /* @__PURE__ */ icon("arrow-right-left");
export const ArrowUpRight = /* @__PURE__ */ icon("arrow-up-right");
export const BanknoteX = /* @__PURE__ */ icon("banknote-x");
export const Bell = /* @__PURE__ */ icon("bell");
export const Blocks = /* @__PURE__ */ icon("blocks");
export const BookUser = /* @__PURE__ */ icon("book-user");
export const CalendarClock = /* @__PURE__ */ icon("calendar-clock");
export const Check = /* @__PURE__ */ icon("check");
export const ChevronDown = /* @__PURE__ */ icon("chevron-down");
export const ChevronRight = /* @__PURE__ */ icon("chevron-right");
export const Circle = /* @__PURE__ */ icon("circle");
export const CircleAlert = /* @__PURE__ */ icon("circle-alert");
export const CircleCheck = /* @__PURE__ */ icon("circle-check");
export const CircleGauge = /* @__PURE__ */ icon("circle-gauge");
export const ClipboardPaste = /* @__PURE__ */ icon("clipboard-paste");
export const Clock = /* @__PURE__ */ icon("clock");
export const Copy = /* @__PURE__ */ icon("copy");
export const Download = /* @__PURE__ */ icon("download");
export const Eye = /* @__PURE__ */ icon("eye");
export const EyeOff = /* @__PURE__ */ icon("eye-off");
export const FileClock = /* @__PURE__ */ icon("file-clock");
export const FilePen = /* @__PURE__ */ icon("file-pen");
export const FlaskConical = /* @__PURE__ */ icon("flask-conical");
export const History = /* @__PURE__ */ icon("history");
export const Hourglass = /* @__PURE__ */ icon("hourglass");
export const Info = /* @__PURE__ */ icon("info");
export const KeyRound = /* @__PURE__ */ icon("key-round");
export const Landmark = /* @__PURE__ */ icon("landmark");
export const LayoutGrid = /* @__PURE__ */ icon("layout-grid");
export const LifeBuoy = /* @__PURE__ */ icon("life-buoy");
export const Link = /* @__PURE__ */ icon("link");
export const Lock = /* @__PURE__ */ icon("lock");
export const LogOut = /* @__PURE__ */ icon("log-out");
export const MailCheck = /* @__PURE__ */ icon("mail-check");
export const MailWarning = /* @__PURE__ */ icon("mail-warning");
export const MailX = /* @__PURE__ */ icon("mail-x");
export const Megaphone = /* @__PURE__ */ icon("megaphone");
export const Menu = /* @__PURE__ */ icon("menu");
export const MessageCircle = /* @__PURE__ */ icon("message-circle");
export const Minus = /* @__PURE__ */ icon("minus");
export const MonitorSmartphone = /* @__PURE__ */ icon("monitor-smartphone");
export const Moon = /* @__PURE__ */ icon("moon");
export const MoveRight = /* @__PURE__ */ icon("move-right");
export const Pause = /* @__PURE__ */ icon("pause");
export const Plus = /* @__PURE__ */ icon("plus");
export const ReceiptText = /* @__PURE__ */ icon("receipt-text");
export const RefreshCw = /* @__PURE__ */ icon("refresh-cw");
export const RotateCcw = /* @__PURE__ */ icon("rotate-ccw");
export const Scale = /* @__PURE__ */ icon("scale");
export const ScanQrCode = /* @__PURE__ */ icon("scan-qr-code");
export const Search = /* @__PURE__ */ icon("search");
export const Send = /* @__PURE__ */ icon("send");
export const ShieldCheck = /* @__PURE__ */ icon("shield-check");
export const SlidersHorizontal = /* @__PURE__ */ icon("sliders-horizontal");
export const Star = /* @__PURE__ */ icon("star");
export const Sun = /* @__PURE__ */ icon("sun");
export const TicketPercent = /* @__PURE__ */ icon("ticket-percent");
export const TimerOff = /* @__PURE__ */ icon("timer-off");
export const Trash2 = /* @__PURE__ */ icon("trash-2");
export const TriangleAlert = /* @__PURE__ */ icon("triangle-alert");
export const Undo2 = /* @__PURE__ */ icon("undo-2");
export const User = /* @__PURE__ */ icon("user");
export const UserX = /* @__PURE__ */ icon("user-x");
export const Wallet = /* @__PURE__ */ icon("wallet");
export const WifiOff = /* @__PURE__ */ icon("wifi-off");
export const X = /* @__PURE__ */ icon("x");
