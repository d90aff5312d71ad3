import type { OrderListQuery } from "../../components/dashboard/order-list-query.server.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { buttonClass } from "../../ui/buttons/button-class.ts";
import { Disclosure } from "../../ui/disclosure.tsx";
import { FieldFrame } from "../../ui/fields/field-frame.tsx";
import { TextInput } from "../../ui/fields/text-input.tsx";
import { Search } from "../../ui/icons/icons.tsx";
import { Note } from "../../ui/messages/note.tsx";

/** A GET form: a search has an address that can be bookmarked. */
export function OrderSearch({ query, badDate }: { query: OrderListQuery; badDate: boolean }) {
  const { t } = useTranslation("dashboard");
  const href = useHref();
  return (
    <>
      <form method="get" action={href("/dashboard/orders")} className="flex flex-wrap items-end gap-3">
        {query.filter !== "all" && <input type="hidden" name="filter" value={query.filter} />}
        <div className="min-w-0 flex-1">
          <FieldFrame id="q" label={t("orders.search")}>
            <TextInput id="q" name="q" type="search" maxLength={200} defaultValue={query.q} autoComplete="off" />
          </FieldFrame>
        </div>
        <button type="submit" className={`${buttonClass({})} min-h-12`}>
          <Search size={18} />
          {t("orders.find")}
        </button>
        {(query.q || query.from || query.until) && (
          <a href={href("/dashboard/orders")} className={`${buttonClass({ variant: "quiet" })} min-h-12`}>
            {t("orders.clear")}
          </a>
        )}
        {/* Folded: most searches need no dates, and on a phone they would push the orders off the screen. */}
        <Disclosure title={t("orders.dates")} open={Boolean(query.from || query.until)} className="w-full">
          <div className="flex flex-wrap gap-3">
            {(["from", "until"] as const).map((name) => (
              <div key={name} className="min-w-36 flex-1 sm:flex-none">
                <FieldFrame id={name} label={t(`orders.${name}`)}>
                  <TextInput id={name} name={name} type="date" defaultValue={query[name]} />
                </FieldFrame>
              </div>
            ))}
          </div>
        </Disclosure>
      </form>
      {badDate && <Note icon={Search}>{t("orders.badDate")}</Note>}
    </>
  );
}
