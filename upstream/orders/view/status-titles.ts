import type { OrderStatus } from "../../../contract/order/order-states.ts";
import type { Lang } from "../../../contract/values/languages.ts";
import en from "../../texts/en.json" with { type: "json" };
import ru from "../../texts/ru.json" with { type: "json" };

/** Status names for clients that do not know a status; a missing one does not compile. */
export const statusTitles: Record<Lang, Record<OrderStatus, string>> = { en: en.statuses, ru: ru.statuses };
