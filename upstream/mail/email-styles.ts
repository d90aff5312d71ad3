const font = "font-family:'Golos Text',Inter,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const small = "font-size:14px;line-height:20px";

/** Inline styles with the site's colours in both themes. A constant of ours, so it is not escaped. */
export const emailStyles = {
  dark: `@media (prefers-color-scheme:dark){
.page{background:#151714!important}.card{background:#1e211d!important;border-color:#343832!important}
.brand{color:#75bb9f!important}.ink{color:#eaece8!important}.ink-2{color:#c4c5c1!important}.quiet{color:#abada8!important}
.line{border-color:#343832!important}.button{background:#75bb9f!important;color:#0e1f18!important}}
@media (max-width:420px){.card{padding:20px 16px!important}.button{display:block!important;text-align:center!important}}`,
  page: `margin:0;background:#f9f8f5;${font};color:#1e1d1a`,
  brand: "margin:0 0 16px;font-size:20px;line-height:24px;font-weight:700;letter-spacing:-0.01em;color:#175641",
  card: "background:#ffffff;border:1px solid #e5e4de;border-radius:12px;padding:24px",
  title: "margin:0 0 12px;font-size:22px;line-height:28px;font-weight:600;color:#1e1d1a",
  lead: "margin:0 0 12px;font-size:16px;line-height:24px;color:#1e1d1a;overflow-wrap:anywhere",
  remark: "margin:0 0 12px;font-size:16px;line-height:24px;color:#494842",
  choicesTitle: "margin:16px 0 6px;font-size:16px;line-height:24px;font-weight:600;color:#1e1d1a",
  choices: "margin:0 0 16px;padding:0 0 0 20px;font-size:16px;line-height:24px;color:#1e1d1a",
  table: "width:100%;margin:8px 0 0;border-collapse:collapse;font-size:15px;line-height:22px",
  label: "padding:8px 12px 8px 0;border-top:1px solid #eeede8;color:#5e5c56;vertical-align:top",
  value:
    "padding:8px 0;border-top:1px solid #eeede8;color:#1e1d1a;text-align:right;overflow-wrap:anywhere;word-break:break-word;font-variant-numeric:tabular-nums",
  button:
    "display:inline-block;background:#175641;color:#ffffff;text-decoration:none;font-size:16px;line-height:24px;font-weight:600;border-radius:8px;padding:12px 24px",
  other: "display:inline-block;padding:6px 0;font-size:16px;line-height:24px;color:#1e1d1a",
  quiet: `margin:0;color:#5e5c56;${small}`,
  closing: `margin:12px 0 0;color:#5e5c56;${small}`,
} as const;
