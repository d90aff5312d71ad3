/** The field that repeats an address which the visitor has confirmed although it looks mistyped. */
export const asTypedField = "as_typed";

/** How the names of large providers are mistyped. A closed list: a guess by distance would doubt real providers like ymail.com. */
const misspelled: Readonly<Record<string, string>> = {
  ...{ gmial: "gmail", gmal: "gmail", gamil: "gmail", gmai: "gmail", gmil: "gmail", gnail: "gmail", gmaill: "gmail" },
  ...{
    gmali: "gmail",
    gmsil: "gmail",
    gmaul: "gmail",
    gmaik: "gmail",
    ggmail: "gmail",
    gimail: "gmail",
    "g-mail": "gmail",
  },
  ...{
    hotmial: "hotmail",
    hotmal: "hotmail",
    hotmai: "hotmail",
    hotmil: "hotmail",
    hotnail: "hotmail",
    homail: "hotmail",
  },
  ...{ yaho: "yahoo", yahooo: "yahoo", yhoo: "yahoo", yahho: "yahoo", yaoo: "yahoo", yahu: "yahoo" },
  ...{ outlok: "outlook", outloo: "outlook", outllook: "outlook", outlock: "outlook", oulook: "outlook" },
  ...{ iclou: "icloud", icoud: "icloud", iclod: "icloud", icluod: "icloud", icload: "icloud" },
  ...{ yandx: "yandex", yadex: "yandex", yanex: "yandex", yandeks: "yandex", ramler: "rambler", ramber: "rambler" },
};

/** None of these is a top-level domain, so each is a typing error in every address. */
const misspelledEndings: Readonly<Record<string, string>> = {
  ...{ con: "com", cpm: "com", cmo: "com", ocm: "com", comm: "com", coom: "com", vom: "com", xom: "com", cim: "com" },
  ...{ ry: "ru", rru: "ru", ruu: "ru", nett: "net", ner: "net", ogr: "org", orgg: "org" },
};

/** Providers whose addresses end in .com only. */
const onlyCom = ["gmail", "icloud"];
/** Also have country domains; meant is .com where the ending is one of these, which are none of theirs. */
const mostlyCom = ["hotmail", "outlook", "yahoo"];
const cutCom = ["co", "cm", "om", "c", "m"];

/**
 * The address that was probably meant, where the typed one has a common typing error in its domain; null for all others. Never a
 * reason to refuse: the address may be right.
 */
export function emailMeant(typed: string): string | null {
  const [local, typedDomain] = partsOf(typed);
  if (!local || !typedDomain) return null;
  const domain = typedDomain.toLowerCase();
  const labels = domain.split(".");
  const [name = "", ending = ""] = labels.length === 1 ? [domain] : labels.slice(-2);
  const provider = misspelled[name] ?? name;
  const parts = [...labels.slice(0, -2), provider, endingMeant(provider, ending, labels.length)];
  // A domain of one label that is no provider's has no ending to guess.
  const meant = parts.filter((part) => part !== "").join(".");
  return meant === domain ? null : `${local}@${meant}`;
}

/** Enough for an address with a name before it. Longer texts are not searched. */
const mostCharacters = 320;
const endOfAddress = [".", ">", " "];
const aroundAddress = [" ", "\t", "<", ">", ":", '"', "@"];

/** What stands before and after the last `@`, without the signs around an address as people paste it. */
function partsOf(typed: string): readonly string[] {
  const text = typed.trim();
  const at = text.lastIndexOf("@");
  if (text.length > mostCharacters || at < 0) return [];
  let end = text.length;
  while (end > at && endOfAddress.includes(text.charAt(end - 1))) end -= 1;
  let start = at;
  while (start > 0 && !aroundAddress.includes(text.charAt(start - 1))) start -= 1;
  const domain = text.slice(at + 1, end);
  return aroundAddress.some((sign) => domain.includes(sign)) ? [] : [text.slice(start, at), domain];
}

function endingMeant(provider: string, ending: string, labels: number): string {
  const isCom =
    (onlyCom.includes(provider) && labels <= 2) ||
    (mostlyCom.includes(provider) && labels <= 2 && (ending === "" || cutCom.includes(ending)));
  return isCom ? "com" : (misspelledEndings[ending] ?? ending);
}
