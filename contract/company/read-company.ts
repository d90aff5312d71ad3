import example from "./company.example.json" with { type: "json" };
import { type Company, companySchema } from "./company.ts";

type Settings = {
  readonly COMPANY_FILE?: string | undefined;
  readonly RAILS?: string | undefined;
  readonly REAL_RAILS_ON?: string | undefined;
};
type Reading = { company: Company; problems: string[] };

/** Shown where nobody has said who runs the exchange. */
export const exampleCompany: Company = { ...companySchema.parse(example), isExample: true };

/**
 * The company of `COMPANY_FILE`, with every problem of the file, or the example. An exchange that moves real money must
 * say who runs it. `read` returns the text of a file, or throws.
 */
export function readCompany(settings: Settings, read: (path: string) => string): Reading {
  const { COMPANY_FILE: path, RAILS: rails = "sandbox" } = settings;
  const isReal =
    settings.REAL_RAILS_ON !== "test-networks" && rails.split(",").some((name) => name.trim() !== "sandbox");
  if (path === undefined) {
    const missing = "COMPANY_FILE: must be set when RAILS names other rails than the sandbox";
    return { company: exampleCompany, problems: isReal ? [missing] : [] };
  }
  const content = contentOf(path, read);
  if ("problem" in content) return { company: exampleCompany, problems: [`COMPANY_FILE: ${content.problem}`] };
  const parsed = companySchema.safeParse(content.json);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) =>
      ["COMPANY_FILE", path.join("."), message].join(": "),
    );
    return { company: exampleCompany, problems };
  }
  const company = { ...parsed.data, isExample: isStillExample(parsed.data) };
  const unfilled = "COMPANY_FILE: still has the legalName or register.number of the example";
  return { company, problems: isReal && company.isExample ? [unfilled] : [] };
}

function contentOf(path: string, read: (path: string) => string): { json: unknown } | { problem: string } {
  let content: string;
  try {
    content = read(path);
  } catch {
    return { problem: `cannot be read: ${path}` };
  }
  try {
    return { json: JSON.parse(content) };
  } catch {
    return { problem: `is not JSON: ${path}` };
  }
}

const isStillExample = ({ legalName, register }: Omit<Company, "isExample">) =>
  legalName.en === exampleCompany.legalName.en || register.number === exampleCompany.register.number;
